import { getOrganisationOptions, listDashboardsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DashboardRegistration } from '@tributary/client/generated/types.gen';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { AnchorLink, ButtonLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { pageQuery } from '../components/paging.js';
import { Pager, ResourceTable, type Column, RowButton } from '../components/resource-table.js';
import { useSearchText } from '../components/use-search-text.js';
import { usePage } from '../components/tables/use-page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { DeleteDashboard } from './registration/delete-dashboard.js';
import { RegistrationForm } from './registration/registration-form.js';
import { describeScopes } from './registration/registration-values.js';

const route = getRouteApi('/signed-in/d/$datamart_id/dashboards');

export function DashboardsPage() {
  const { datamart_id, organisation_id, may } = useDatamart();
  const paging = usePage();
  const { keywords, archived } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const query = {
    organisation_id,
    archived: archived === true,
    ...(keywords && { keywords }),
    ...pageQuery(paging.page),
  };
  const list = useQuery(listDashboardsOptions({ query }));
  const create = may('EDITOR') && <Button onClick={() => setCreating(true)}>Create a dashboard</Button>;
  const isFiltered = keywords !== undefined || archived === true || paging.page > 1;
  return (
    <Page title="Dashboards" description="Charts of reports, for the organisation of this datamart." actions={create}>
      <ListFilters />
      <QueryView query={list}>
        {({ data, total }) => (
          <>
            <DashboardsTable
              rows={data}
              empty={
                isFiltered ? (
                  <EmptyState
                    title="No such dashboard"
                    action={
                      <ButtonLink to="." search={{}}>
                        Show all
                      </ButtonLink>
                    }
                  >
                    {archived ? 'No archived dashboard matches.' : 'No dashboard matches.'}
                  </EmptyState>
                ) : (
                  <EmptyState title="No dashboard yet" action={create}>
                    A dashboard draws reports as charts, on a page of its own, on Home or on the pages of segments.
                  </EmptyState>
                )
              }
            />
            <Pager total={total} {...paging} />
          </>
        )}
      </QueryView>
      {isCreating && (
        <RegistrationForm
          registration={undefined}
          onClose={() => setCreating(false)}
          onSaved={({ id }) =>
            void navigate({
              to: '/d/$datamart_id/dashboards/$dashboard_id/edit',
              params: { datamart_id, dashboard_id: id },
            })
          }
        />
      )}
    </Page>
  );
}

function ListFilters() {
  const { keywords = '', archived = false } = route.useSearch();
  const navigate = route.useNavigate();
  const typed = useSearchText(
    keywords,
    (text) =>
      void navigate({ search: { ...(text && { keywords: text }), ...(archived && { archived }) }, replace: true }),
  );
  return (
    <Group>
      <TextInput aria-label="Search by title" placeholder="Search by title" w={260} maxLength={200} {...typed} />
      <Checkbox
        label="Archived ones"
        checked={archived}
        onChange={({ currentTarget: { checked } }) =>
          void navigate({
            search: { ...(keywords && { keywords }), ...(checked && { archived: true }) },
            replace: true,
          })
        }
      />
    </Group>
  );
}

function DashboardsTable({ rows, empty }: { rows: DashboardRegistration[]; empty: React.ReactNode }) {
  const { datamart_id, organisation_id, may } = useDatamart();
  const [edited, setEdited] = useState<DashboardRegistration>();
  const [deleted, setDeleted] = useState<DashboardRegistration>();
  const organisation = useQuery(getOrganisationOptions({ path: { organisation_id } })).data?.data;
  const actions = (row: DashboardRegistration) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <RowButton onClick={() => setEdited(row)} aria-label={`Edit the registration of ${row.title}`}>
        Edit
      </RowButton>
      <RowButton onClick={() => setDeleted(row)} aria-label={`Delete ${row.title}`}>
        Delete
      </RowButton>
    </Group>
  );
  const columns: Column<DashboardRegistration>[] = [
    {
      header: 'Title',
      cell: ({ id, title }) => (
        <AnchorLink to="/d/$datamart_id/dashboards/$dashboard_id" params={{ datamart_id, dashboard_id: id }}>
          {title}
        </AnchorLink>
      ),
    },
    { header: 'Shown in', cell: describeScopes },
    {
      header: 'Organisation',
      cell: (row) => (organisation ? `${organisation.name} (${row.organisation_id})` : row.organisation_id),
    },
    { header: 'Settings changed', cell: ({ last_modified_ts }) => <Instant at={last_modified_ts} /> },
  ];
  return (
    <>
      <ResourceTable
        label="Dashboards"
        rows={rows}
        rowKey={({ id }) => id}
        columns={may('EDITOR') ? [...columns, { header: 'Actions', align: 'right', cell: actions }] : columns}
        empty={empty}
      />
      {edited && (
        <RegistrationForm
          registration={edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <DeleteDashboard
          registration={deleted}
          onClose={() => setDeleted(undefined)}
          onDeleted={() => setDeleted(undefined)}
        />
      )}
    </>
  );
}
