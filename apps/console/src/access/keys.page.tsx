import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../components/page.js';
import { usePage } from '../components/tables/use-page.js';
import { useConnectedUser } from '../session/connected-user.js';
import { useDatamart } from '../shell/use-datamart.js';
import { AccessTabs } from './access-tabs.js';
import { CreateKey } from './keys/create-key.js';
import { KeysTable } from './keys/keys-table.js';
import { UserSelect } from './users/user-select.js';

const route = getRouteApi('/signed-in/d/$datamart_id/access/keys');

export function KeysPage() {
  const { may } = useDatamart();
  const me = useConnectedUser();
  const paging = usePage();
  const { user: user_id = me.id } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title="Message authentication keys"
      description="Apps that anyone can download sign their requests with a key. It may only collect, and read segments."
      actions={<CreateKey key={user_id} user_id={user_id} />}
    >
      <AccessTabs />
      {may('ORGANISATION_ADMIN') && (
        <UserSelect user_id={user_id} onChange={(user) => void navigate({ search: { user } })} />
      )}
      <KeysTable key={user_id} user_id={user_id} {...paging} />
    </Page>
  );
}
