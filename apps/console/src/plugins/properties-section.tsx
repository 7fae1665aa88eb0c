import { listPluginPropertiesOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { PluginVersion } from '@tributary/client/generated/types.gen';
import { Badge, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SectionTitle } from '../components/page.js';
import { EmptyState } from '../components/empty-state.js';
import { QueryView } from '../components/query-view.js';
import { ResourceTable } from '../components/resource-table.js';
import { wholeList } from '../components/paging.js';

/** The settings of a version, which its instances may replace by their own values. */
export function PropertiesSection({ version: { plugin_id, id: version_id } }: { version: PluginVersion }) {
  const path = { plugin_id, version_id };
  const list = useQuery(listPluginPropertiesOptions({ path, query: wholeList }));
  return (
    <Stack gap="xs" component="section" aria-label="Properties">
      <SectionTitle>Properties</SectionTitle>
      <QueryView query={list}>
        {({ data, total }) => (
          <>
            <ResourceTable
              label="Properties"
              rows={data}
              rowKey={({ technical_name }) => technical_name}
              columns={[
                { header: 'Name', cell: ({ technical_name }) => <code>{technical_name}</code> },
                { header: 'Type', cell: ({ property_type }) => property_type },
                { header: 'Value', cell: ({ value }) => <code>{JSON.stringify(value)}</code> },
                {
                  header: 'Instances',
                  cell: ({ writable }) => (writable ? 'may set their own value' : 'all have this value'),
                },
                { header: 'Origin', cell: ({ origin }) => origin },
                { header: 'Secret', cell: ({ secret }) => secret && <Badge variant="default">Secret</Badge> },
              ]}
              empty={
                <EmptyState title="No property">
                  Properties are settings that the worker reads. A version gets them when it is created.
                </EmptyState>
              }
            />
            {total > data.length && (
              <Text size="sm" c="dimmed">
                The first {data.length} of {total}.
              </Text>
            )}
          </>
        )}
      </QueryView>
    </Stack>
  );
}
