import { listPluginsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Plugin } from '@tributary/client/generated/types.gen';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { AnchorLink } from '../components/links.js';
import { Page, PlainButton } from '../components/page.js';
import { pageQuery } from '../components/paging.js';
import { PagedTable, RowButton } from '../components/resource-table.js';
import { usePage } from '../components/tables/use-page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { PluginFilterRow } from './plugin-filter-row.js';
import { PluginForm } from './plugin-form.js';

const route = getRouteApi('/signed-in/d/$datamart_id/plugins');

export function PluginsPage() {
  const { datamart_id, organisation_id, may } = useDatamart();
  const paging = usePage();
  const { plugin_type, group_id, artifact_id } = route.useSearch();
  const navigate = route.useNavigate();
  const [edited, setEdited] = useState<Plugin | 'new'>();
  const filters = {
    ...(plugin_type && { plugin_type }),
    ...(group_id && { group_id }),
    ...(artifact_id && { artifact_id }),
  };
  const isFiltered = Object.keys(filters).length > 0;
  const list = useQuery(listPluginsOptions({ query: { organisation_id, ...filters, ...pageQuery(paging.page) } }));
  const isAdmin = may('ORGANISATION_ADMIN');
  const create = isAdmin && <Button onClick={() => setEdited('new')}>Create a plugin</Button>;
  const columns = [
    { header: 'Plugin', cell: (plugin: Plugin) => <PluginLink plugin={plugin} datamart_id={datamart_id} /> },
    { header: 'Type', cell: ({ plugin_type: type }: Plugin) => <code>{type}</code> },
    { header: 'Current version id', cell: ({ current_version_id }: Plugin) => current_version_id ?? 'none' },
    { header: 'Id', cell: ({ id }: Plugin) => id },
  ];
  const edit = (plugin: Plugin) => (
    <RowButton aria-label={`Edit ${plugin.artifact_id}`} onClick={() => setEdited(plugin)}>
      Edit
    </RowButton>
  );
  return (
    <Page
      title="Plugins"
      description="Programs of your own that the platform calls, like the analyzers of activities."
      actions={create}
    >
      <PluginFilterRow
        key={JSON.stringify(filters)}
        filters={filters}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      <PagedTable
        query={list}
        {...paging}
        label="Plugins"
        rowKey={({ id }) => id}
        columns={isAdmin ? [...columns, { header: 'Actions', align: 'right', cell: edit }] : columns}
        empty={
          isFiltered ? (
            <EmptyState
              title="No plugin with these values"
              action={<PlainButton onClick={() => void navigate({ search: {} })}>Show all plugins</PlainButton>}
            >
              The filters are exact: the whole group and the whole artifact.
            </EmptyState>
          ) : (
            <EmptyState title="No plugin yet" action={create}>
              A plugin is a program that you run. Register it with a version and the address of its worker; an activity
              analyzer then sees each activity of a channel before it is stored.
            </EmptyState>
          )
        }
      />
      {edited && (
        <PluginForm
          plugin={edited === 'new' ? undefined : edited}
          organisation_id={organisation_id}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

function PluginLink({ plugin: { id, group_id, artifact_id }, datamart_id }: { plugin: Plugin; datamart_id: string }) {
  return (
    <AnchorLink to="/d/$datamart_id/plugins/$plugin_id" params={{ datamart_id, plugin_id: id }}>
      {group_id}:{artifact_id}
    </AnchorLink>
  );
}
