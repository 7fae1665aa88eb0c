import { listOrganisationApiTokensOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { OrganisationApiToken } from '@tributary/client/generated/types.gen';
import { Checkbox, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { BulkBar } from '../components/bulk/bulk-bar.js';
import { useChosen } from '../components/bulk/use-chosen.js';
import { Page } from '../components/page.js';
import { pageQuery } from '../components/paging.js';
import { QueryView } from '../components/query-view.js';
import { Pager } from '../components/resource-table.js';
import { usePage } from '../components/tables/use-page.js';
import { useConnectedUser } from '../session/connected-user.js';
import { currentToken } from '../session/session.js';
import { useDatamart } from '../shell/use-datamart.js';
import { AccessTabs } from './access-tabs.js';
import { AccountsTable, nameOfToken } from './accounts/accounts-table.js';
import { filterOf, unusedDays, type AccountsSearch } from './accounts/read-accounts-search.js';
import { RevokeTokens } from './tokens/revoke-tokens.js';
import { endsLike } from './tokens/own-last.js';

const route = getRouteApi('/signed-in/d/$datamart_id/access/accounts');

/** The tokens of all programs of the organisation, with their last use: those without one are revoked here. */
export function AccountsPage() {
  const { organisation_id } = useDatamart();
  const me = useConnectedUser();
  const search = route.useSearch();
  const paging = usePage();
  const navigate = route.useNavigate();
  const [revoked, setRevoked] = useState<OrganisationApiToken[]>();
  const query = { ...filterOf(search, Date.now()), ...pageQuery(paging.page) };
  const list = useQuery(listOrganisationApiTokensOptions({ path: { organisation_id }, query }));
  const chosen = useChosen(list.data?.data ?? [], ({ id }) => id);
  const isOfSession = ({ user_id, value }: OrganisationApiToken) =>
    user_id === me.id && endsLike(value, currentToken());
  const revoke = { label: 'Revoke', count: chosen.rows.length, onStart: () => setRevoked(chosen.rows) };
  return (
    <Page
      title="Service accounts"
      description="The API tokens of programs, and what they are for. The one that was not used for longest comes first."
    >
      <AccessTabs />
      <Filters search={search} onChange={(next) => void navigate({ search: next })} />
      <QueryView query={list}>
        {({ data, total }) => (
          <>
            <BulkBar count={chosen.rows.length} actions={[revoke]} />
            <AccountsTable tokens={data} isOfSession={isOfSession} chosen={chosen} />
            <Pager total={total} {...paging} />
          </>
        )}
      </QueryView>
      {revoked && (
        <RevokeTokens
          tokens={revoked}
          nameOf={nameOfToken}
          isOfSession={isOfSession}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Page>
  );
}

interface FiltersProps {
  search: AccountsSearch;
  onChange: (search: AccountsSearch) => void;
}

function Filters({ search: { people, unused }, onChange }: FiltersProps) {
  const change = (next: { people: boolean; unused: boolean }) =>
    onChange({ ...(next.people && { people: true }), ...(next.unused && { unused: true }) });
  const now = { people: people === true, unused: unused === true };
  return (
    <Group>
      <Checkbox
        label={`Unused for ${unusedDays} days`}
        checked={now.unused}
        onChange={({ currentTarget: { checked } }) => change({ ...now, unused: checked })}
      />
      <Checkbox
        label="Also of people"
        checked={now.people}
        onChange={({ currentTarget: { checked } }) => change({ ...now, people: checked })}
      />
    </Group>
  );
}
