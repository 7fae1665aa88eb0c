import { maxPageSize } from '@tributary/contracts/rules/json/body-limits';
import { listCommunitiesOptions, listDatamartsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.js';
import { Page } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { useConnectedUser } from '../session/connected-user.js';
import { useOrganisations } from '../session/use-organisations.js';
import { CommunitySection } from './community-section.js';
import { groupTenants } from './group-tenants.js';
import { wholeList } from '../components/paging.js';

export function OrganisationsPage() {
  const { datamarts: open } = useConnectedUser();
  const { query: organisations } = useOrganisations();
  const query = wholeList;
  const communities = useQuery(listCommunitiesOptions({ query }));
  const datamarts = useQuery(listDatamartsOptions({ query }));
  return (
    <Page title="Organisations" description="A community has organisations, and these have datamarts with all data.">
      {open.length === 0 && <NoDatamart />}
      <QueryView query={communities}>
        {({ data: ofCommunities, total: communityCount }) => (
          <QueryView query={organisations}>
            {({ data: ofOrganisations, total: organisationCount }) => (
              <QueryView query={datamarts}>
                {({ data: ofDatamarts, total: datamartCount }) => (
                  <>
                    {groupTenants(ofCommunities, ofOrganisations, ofDatamarts).map((community) => (
                      <CommunitySection key={community.id} community={community} />
                    ))}
                    {Math.max(communityCount, organisationCount, datamartCount) > maxPageSize && (
                      <Text c="dimmed">Only the first {maxPageSize} of each kind are shown.</Text>
                    )}
                  </>
                )}
              </QueryView>
            )}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}

function NoDatamart() {
  const { roles } = useConnectedUser();
  return roles.length === 0 ? (
    <EmptyState title="Your user has no role yet">
      Your token is valid, but gives access to nothing. Ask an administrator of your organisation to add a role to your
      user, under Access. It counts within a second: reload this page then.
    </EmptyState>
  ) : (
    <EmptyState title="There is no datamart yet">
      A datamart holds the people, activities and imports of one brand or country. Create one in an organisation below.
      If you see no button, ask an administrator of the organisation.
    </EmptyState>
  );
}
