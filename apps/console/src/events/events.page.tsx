import { listEventTypesOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { EventType } from '@tributary/client/generated/types.gen';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { Page } from '../components/page.js';
import { pageQuery } from '../components/paging.js';
import { QueryView } from '../components/query-view.js';
import { Pager, ResourceTable, RowButton } from '../components/resource-table.js';
import { usePage } from '../components/tables/use-page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { EventDetails } from './event-details.js';
import { EventTypeForm } from './event-type-form.js';

type Opened = { action: 'plan'; eventType: EventType | undefined } | { action: 'show'; eventType: EventType };

export function EventsPage() {
  const { datamart_id, may } = useDatamart();
  const paging = usePage();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const list = useQuery(listEventTypesOptions({ path: { datamart_id }, query: pageQuery(paging.page) }));
  const plan = may('EDITOR') && (
    <Button onClick={() => setOpened({ action: 'plan', eventType: undefined })}>Plan an event</Button>
  );
  return (
    <Page
      title="Events"
      description="The events that came to this datamart, and those that its tracking plan expects or blocks."
      actions={plan}
    >
      <QueryView query={list}>
        {({ data, total, overflow }) => (
          <>
            <EventsTable types={data} onOpen={setOpened} />
            {overflow.names + overflow.properties > 0 && (
              <Text size="sm" c="dimmed">
                {overflow.names} events and {overflow.properties} properties are not listed: a datamart has at most
                1,000 names, and 200 properties of each.
              </Text>
            )}
            <Pager total={total} {...paging} />
          </>
        )}
      </QueryView>
      {opened?.action === 'plan' && <EventTypeForm eventType={opened.eventType} onClose={close} />}
      {opened?.action === 'show' && <EventDetails eventType={opened.eventType} onClose={close} />}
    </Page>
  );
}

function EventsTable({ types, onOpen }: { types: EventType[]; onOpen: (opened: Opened) => void }) {
  const { may } = useDatamart();
  const actions = (eventType: EventType) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <RowButton aria-label={`Show ${eventType.name}`} onClick={() => onOpen({ action: 'show', eventType })}>
        Show
      </RowButton>
      {may('EDITOR') && (
        <RowButton aria-label={`Plan ${eventType.name}`} onClick={() => onOpen({ action: 'plan', eventType })}>
          Plan
        </RowButton>
      )}
    </Group>
  );
  return (
    <ResourceTable
      label="Events"
      rows={types}
      rowKey={({ name }) => name}
      columns={[
        { header: 'Name', cell: ({ name }) => name },
        { header: 'Status', cell: ({ status }) => <Badge variant="default">{status}</Badge> },
        { header: 'In 7 days', align: 'right', cell: ({ count_7d }) => count_7d.toLocaleString('en') },
        { header: 'Violations', align: 'right', cell: ({ violations_7d }) => violations_7d.toLocaleString('en') },
        { header: 'First seen', cell: ({ first_seen_ts }) => seen(first_seen_ts) },
        { header: 'Last seen', cell: ({ last_seen_ts }) => seen(last_seen_ts) },
        { header: 'Actions', align: 'right', cell: actions },
      ]}
      empty={<EmptyState title="No event">An event is listed within ten seconds after it came.</EmptyState>}
    />
  );
}

const seen = (at: number | undefined) => (at === undefined ? 'never' : <Instant at={at} />);
