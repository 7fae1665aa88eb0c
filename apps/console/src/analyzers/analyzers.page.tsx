import { listActivityAnalyzersOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ActivityAnalyzer } from '@tributary/client/generated/types.gen';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.js';
import { AnchorLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { pageQuery } from '../components/paging.js';
import { type Column, PagedTable } from '../components/resource-table.js';
import { usePage } from '../components/tables/use-page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { AnalyzerForm } from './analyzer-form.js';
import { strategies } from './strategies.js';

export function AnalyzersPage() {
  const { datamart_id, organisation_id, may } = useDatamart();
  const paging = usePage();
  const [isCreating, { open, close }] = useDisclosure();
  const list = useQuery(listActivityAnalyzersOptions({ query: { organisation_id, ...pageQuery(paging.page) } }));
  const create = may('EDITOR') && <Button onClick={open}>Create an analyzer</Button>;
  const name: Column<ActivityAnalyzer> = {
    header: 'Name',
    cell: (analyzer) => (
      <AnchorLink to="/d/$datamart_id/analyzers/$analyzer_id" params={{ datamart_id, analyzer_id: analyzer.id }}>
        {analyzer.name}
      </AnchorLink>
    ),
  };
  return (
    <Page
      title="Analyzers"
      description="Plugins, with their settings, that change or drop the activities of channels before these are stored."
      actions={list.data?.total !== 0 && create}
    >
      <PagedTable
        query={list}
        {...paging}
        label="Analyzers"
        rowKey={({ id }) => id}
        columns={[name, ...columns]}
        empty={
          <EmptyState title="No analyzers" action={create}>
            An analyzer is a version of a plugin with values for its properties. A channel then selects it. Register the
            plugin on the page Plugins first.
          </EmptyState>
        }
      />
      {isCreating && <AnalyzerForm analyzer={undefined} onClose={close} />}
    </Page>
  );
}

const columns: Column<ActivityAnalyzer>[] = [
  { header: 'Id', cell: ({ id }) => <code>{id}</code> },
  { header: 'Plugin', cell: ({ group_id, artifact_id }) => `${group_id}:${artifact_id}` },
  { header: 'Version', cell: ({ version_value }) => version_value },
  { header: 'When it fails on an activity', cell: (analyzer) => strategies[analyzer.error_recovery_strategy] },
];
