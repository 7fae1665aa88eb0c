import { listPluginVersionsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Plugin, PluginVersion } from '@tributary/client/generated/types.gen';
import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { AnchorLink } from '../components/links.js';
import { pageQuery } from '../components/paging.js';
import { PagedTable } from '../components/resource-table.js';
import { wordsOfRate } from './throttlings/words-of-rate.js';
import { VersionActions } from './version-actions.js';

interface VersionsTableProps {
  plugin: Plugin;
  mayEdit: boolean;
  /** The button that creates a version. */
  add: ReactNode;
  page: number;
  onPage: (page: number) => void;
}

export function VersionsTable({ plugin, mayEdit, add, page, onPage }: VersionsTableProps) {
  const list = useQuery(listPluginVersionsOptions({ path: { plugin_id: plugin.id }, query: pageQuery(page) }));
  const columns = [
    { header: 'Version', cell: (version: PluginVersion) => <VersionLink plugin={plugin} version={version} /> },
    { header: 'Calls per second', cell: ({ max_qps }: PluginVersion) => (max_qps ? wordsOfRate(max_qps) : 'no limit') },
    { header: 'Properties', cell: ({ plugin_properties }: PluginVersion) => plugin_properties?.length ?? 0 },
    { header: 'Id', cell: ({ id }: PluginVersion) => id },
  ];
  return (
    <PagedTable
      query={list}
      page={page}
      onPage={onPage}
      label="Versions"
      rowKey={({ id }) => id}
      columns={
        mayEdit
          ? [
              ...columns,
              {
                header: 'Actions',
                align: 'right',
                cell: (version) => <VersionActions plugin={plugin} version={version} />,
              },
            ]
          : columns
      }
      empty={
        <EmptyState title="No version yet" action={add}>
          A version has the settings of the program and the address where it runs. Instances use one version.
        </EmptyState>
      }
    />
  );
}

function VersionLink({ plugin, version }: { plugin: Plugin; version: PluginVersion }) {
  const { datamart_id } = useParams({ from: '/signed-in/d/$datamart_id' });
  return (
    <Group gap="xs">
      <AnchorLink
        to="/d/$datamart_id/plugins/$plugin_id/$version_id"
        params={{ datamart_id, plugin_id: plugin.id, version_id: version.id }}
      >
        {version.version_id}
      </AnchorLink>
      {version.id === plugin.current_version_id && <Badge variant="outline">Current</Badge>}
      {version.archived && <Badge variant="default">Archived</Badge>}
    </Group>
  );
}
