import { listActivityAnalyzerPropertiesOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ActivityAnalyzerProperty } from '@tributary/client/generated/types.gen';
import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../components/query-view.js';
import { ResourceTable, type Column, RowButton } from '../components/resource-table.js';
import { useDatamart } from '../shell/use-datamart.js';
import { PropertyForm } from './property-form.js';
import { wholeList } from '../components/paging.js';

/** The settings of an analyzer: its own values, and those of its version. */
export function AnalyzerProperties({ analyzer_id }: { analyzer_id: string }) {
  const { may } = useDatamart();
  const [edited, setEdited] = useState<ActivityAnalyzerProperty>();
  const list = useQuery(listActivityAnalyzerPropertiesOptions({ path: { analyzer_id }, query: wholeList }));
  const actions: Column<ActivityAnalyzerProperty> = {
    header: 'Actions',
    align: 'right',
    cell: (property) => property.writable && <RowButton onClick={() => setEdited(property)}>Edit</RowButton>,
  };
  return (
    <>
      <QueryView query={list}>
        {({ data }) => (
          <ResourceTable
            label="Properties"
            rows={data}
            rowKey={({ technical_name }) => technical_name}
            columns={may('EDITOR') ? [...columns, actions] : columns}
            empty={<Text c="dimmed">The version has no properties.</Text>}
          />
        )}
      </QueryView>
      {edited && <PropertyForm analyzer_id={analyzer_id} property={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

const origins: Record<ActivityAnalyzerProperty['origin'], string> = {
  INSTANCE: 'this analyzer',
  PLUGIN: 'the version',
  PLUGIN_STATIC: 'the plugin',
};

const columns: Column<ActivityAnalyzerProperty>[] = [
  {
    header: 'Name',
    cell: ({ technical_name, secret }) => (
      <>
        {technical_name} {secret && <Badge variant="default">Secret</Badge>}
      </>
    ),
  },
  { header: 'Type', cell: ({ property_type }) => property_type },
  { header: 'Value', cell: ({ value }) => <code>{JSON.stringify(value)}</code> },
  { header: 'Value of', cell: ({ origin }) => origins[origin] },
];
