import { listAuditEventsOptions, listUsersOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { AuditEvent } from '@tributary/client/generated/types.gen';
import { Code, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.js';
import { Page } from '../components/page.js';
import { pageQuery, wholeList } from '../components/paging.js';
import { QueryView } from '../components/query-view.js';
import { Pager, ResourceTable } from '../components/resource-table.js';
import { usePage } from '../components/tables/use-page.js';
import { useOrganisations } from '../session/use-organisations.js';
import { nameOfUser } from '../session/connected-user.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { AuditFilters } from './audit-filters.js';
import { describeChanges, describeEvent } from './describe-event.js';
import { auditQuery } from './read-audit-search.js';

const route = getRouteApi('/signed-in/d/$datamart_id/audit');

export function AuditPage() {
  const { organisation_id, may } = useDatamart();
  const { nameOf } = useOrganisations();
  return (
    <Page
      title="Audit"
      description={`Who has changed, read, exported or erased what in ${nameOf(organisation_id)}. Events are kept for 13 months.`}
    >
      {may('ORGANISATION_ADMIN') ? (
        <Events />
      ) : (
        <EmptyState title="For admins of the organisation">Your role does not show the audit.</EmptyState>
      )}
    </Page>
  );
}

function Events() {
  const { organisation_id } = useDatamart();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const paging = usePage();
  const query = { ...pageQuery(paging.page), ...auditQuery(search) };
  const list = useQuery({
    ...listAuditEventsOptions({ path: { organisation_id }, query }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <AuditFilters search={search} onChange={(next) => void navigate({ search: next })} />
      <QueryView query={list}>
        {({ data, total }) => (
          <>
            <EventsTable events={data} />
            <Pager total={total} {...paging} />
          </>
        )}
      </QueryView>
    </>
  );
}

function EventsTable({ events }: { events: AuditEvent[] }) {
  const { organisation_id } = useDatamart();
  const users = useQuery({
    ...listUsersOptions({ query: { organisation_id, ...wholeList } }),
    select: ({ data }) => new Map(data.map((user) => [user.id, nameOfUser(user)])),
  });
  const nameOf = (user_id: string) => users.data?.get(user_id) ?? `User ${user_id}`;
  return (
    <ResourceTable
      label="Events"
      rows={events}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Time', cell: ({ ts }) => <Instant at={ts} /> },
        { header: 'Event', cell: (event) => `${nameOf(event.user_id)} ${describeEvent(event)}` },
        { header: 'Changes', cell: (event) => <Changes event={event} /> },
        { header: 'Address', cell: ({ address }) => address ?? '–' },
      ]}
      empty={<EmptyState title="No event">Nothing matches these filters.</EmptyState>}
    />
  );
}

function Changes({ event }: { event: AuditEvent }) {
  const changes = describeChanges(event);
  if (changes.length === 0) return null;
  return (
    <Stack gap={2}>
      {changes.map(({ field, before, after }) => (
        <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {field}: <Code>{before}</Code> → <Code>{after}</Code>
        </Text>
      ))}
    </Stack>
  );
}
