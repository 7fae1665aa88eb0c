import { getUserOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { AccessTabs } from './access-tabs.js';
import { UserActions } from './user-actions.js';
import { UserCredentials } from './user-credentials.js';
import { UserDetails } from './users/user-details.js';
import { nameOfUser } from '../session/connected-user.js';
import { UserRoles } from './users/user-roles.js';

const route = getRouteApi('/signed-in/d/$datamart_id/access/users/$user_id');

export function UserPage() {
  const { user_id } = route.useParams();
  const query = useQuery(getUserOptions({ path: { user_id } }));
  const user = query.data?.data;
  return (
    <Page title={user ? nameOfUser(user) : 'User'} actions={user && <UserActions user={user} />}>
      <AccessTabs />
      <QueryView query={query}>
        {({ data }) => (
          <>
            <UserDetails user={data} />
            <UserRoles user_id={data.id} />
            <UserCredentials user={data} />
          </>
        )}
      </QueryView>
    </Page>
  );
}
