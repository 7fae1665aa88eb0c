import { listRefusedByChoiceOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { RefusedByChoice as Day } from '@tributary/client/generated/types.gen';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { wholeList } from '../components/paging.js';
import { QueryView } from '../components/query-view.js';
import { ResourceTable, type Column } from '../components/resource-table.js';
import { ProcessingLink } from '../processings/processing-link.js';
import { useDatamart } from '../shell/use-datamart.js';

const columns: Column<Day>[] = [
  { header: 'Day (UTC)', cell: ({ date }) => date },
  { header: 'Processing', cell: ({ processing_id }) => <ProcessingLink processing_id={processing_id} /> },
  { header: 'Activities', align: 'right', cell: ({ activities }) => activities.toLocaleString('en') },
  { header: 'People', align: 'right', cell: ({ people }) => people.toLocaleString('en') },
];

/** The activities of a channel that choices have refused, by day. */
export function RefusedByChoice({ channel_id }: { channel_id: string }) {
  const { datamart_id } = useDatamart();
  const query = { datamart_id, ...wholeList };
  const days = useQuery({ ...listRefusedByChoiceOptions({ path: { channel_id }, query }), staleTime: 0 });
  return (
    <>
      <Title order={3} size="h5" mt="md" mb="xs">
        Refused by choices
      </Title>
      <QueryView query={days}>
        {({ data }) => (
          <ResourceTable
            label="Refused by choices"
            rows={data}
            rowKey={({ date, processing_id }) => `${date} ${processing_id}`}
            columns={columns}
            empty={<Text c="dimmed">No activity in 30 days.</Text>}
          />
        )}
      </QueryView>
    </>
  );
}
