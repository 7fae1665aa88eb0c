import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../components/page.js';
import { usePage } from '../components/tables/use-page.js';
import { useConnectedUser } from '../session/connected-user.js';
import { useDatamart } from '../shell/use-datamart.js';
import { AccessTabs } from './access-tabs.js';
import { CreateToken } from './tokens/create-token.js';
import { TabTokenButton } from './tokens/tab-token-button.js';
import { TokensTable } from './tokens/tokens-table.js';
import { UserSelect } from './users/user-select.js';

const route = getRouteApi('/signed-in/d/$datamart_id/access/tokens');

export function TokensPage() {
  const { may } = useDatamart();
  const me = useConnectedUser();
  const paging = usePage();
  const { user: user_id = me.id } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title="API tokens"
      description="Programs sign in with them. A token has the roles of its user."
      actions={
        <>
          {user_id === me.id && <TabTokenButton />}
          <CreateToken key={user_id} user_id={user_id} />
        </>
      }
    >
      <AccessTabs />
      {may('ORGANISATION_ADMIN') && (
        <UserSelect user_id={user_id} onChange={(user) => void navigate({ search: { user } })} />
      )}
      <TokensTable key={user_id} user_id={user_id} {...paging} />
    </Page>
  );
}
