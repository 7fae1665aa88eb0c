import {
  listDocumentImportExecutionsOptions,
  listDocumentImportsOptions,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DocumentImport } from '@tributary/client/generated/types.gen';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkBar } from '../components/bulk/bulk-bar.js';
import { choiceColumn } from '../components/bulk/choice-column.js';
import { useChosen } from '../components/bulk/use-chosen.js';
import { EmptyState } from '../components/empty-state.js';
import { AnchorLink, ButtonLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { PagedTable } from '../components/resource-table.js';
import { usePage } from '../components/tables/use-page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { documentTypes } from '@tributary/client/imports/document-types';
import { DeleteImports, nameOfImport } from './settings/delete-imports.js';
import { ExecutionStatus } from './settings/execution-status.js';
import { pageFromEnd } from '../components/paging.js';

/** A page of the imports, the newest first: the server has them by their ids, and says how many there are. */
function useNewestImports(page: number) {
  const { datamart_id } = useDatamart();
  const path = { datamart_id };
  const oldest = useQuery(listDocumentImportsOptions({ path, query: { max_results: 1 } }));
  const total = oldest.data?.total ?? 0;
  const query = pageFromEnd(page, total);
  const hasRows = query.max_results > 0;
  const listed = useQuery({
    ...listDocumentImportsOptions({ path, query }),
    enabled: hasRows,
    select: (answer) => ({ data: answer.data.toReversed(), total: answer.total }),
  });
  if (hasRows) return listed;
  return { ...oldest, data: oldest.data && { data: [], total } };
}

export function ImportsPage() {
  const { datamart_id, may } = useDatamart();
  const paging = usePage();
  const list = useNewestImports(paging.page);
  const chosen = useChosen(list.data?.data ?? [], ({ id }) => id);
  const [deleted, setDeleted] = useState<DocumentImport[]>();
  const remove = { label: 'Delete', count: chosen.rows.length, onStart: () => setDeleted(chosen.rows) };
  const upload = may('EDITOR') && (
    <ButtonLink to="/d/$datamart_id/imports/new" params={{ datamart_id }}>
      Import a file
    </ButtonLink>
  );
  return (
    <Page
      title="Imports"
      description="Files of activities, profiles, segments, choices and identifiers."
      actions={upload}
    >
      <BulkBar count={chosen.rows.length} actions={[remove]} />
      <PagedTable
        query={list}
        {...paging}
        label="Imports"
        rowKey={({ id }) => id}
        columns={[
          { header: 'Name', cell: (one) => <ImportLink documentImport={one} /> },
          { header: 'Content', cell: ({ document_type }) => documentTypes[document_type].label },
          { header: 'Format', cell: ({ mime_type }) => (mime_type === 'TEXT_CSV' ? 'CSV' : 'NDJSON') },
          { header: 'Last execution', cell: ({ id }) => <LastExecution import_id={id} /> },
          ...(may('EDITOR') ? [choiceColumn({ ...chosen, nameOf: nameOfImport })] : []),
        ]}
        empty={
          <EmptyState title="No imports yet" action={upload}>
            An import takes files of one kind. Each line takes effect exactly once, and lines that fail are listed with
            the reason.
          </EmptyState>
        }
      />
      {deleted && <DeleteImports documentImports={deleted} onClose={() => setDeleted(undefined)} />}
    </Page>
  );
}

function ImportLink({ documentImport: { id, name } }: { documentImport: DocumentImport }) {
  const { datamart_id } = useDatamart();
  return (
    <AnchorLink to="/d/$datamart_id/imports/$import_id" params={{ datamart_id, import_id: id }}>
      {name}
    </AnchorLink>
  );
}

/** The list of imports does not hold their executions. */
function LastExecution({ import_id }: { import_id: string }) {
  const { datamart_id } = useDatamart();
  const path = { datamart_id, document_import_id: import_id };
  const { data, error } = useQuery(listDocumentImportExecutionsOptions({ path, query: { max_results: 1 } }));
  const [last] = data?.data ?? [];
  if (error != null) return <Text size="sm">not readable now</Text>;
  if (!last)
    return (
      <Text size="sm" c="dimmed">
        {data ? 'none' : '…'}
      </Text>
    );
  return (
    <Group gap="xs" wrap="nowrap">
      <AnchorLink
        to="/d/$datamart_id/imports/$import_id/$execution_id"
        params={{ datamart_id, import_id, execution_id: last.id }}
      >
        <Instant at={last.creation_date} />
      </AnchorLink>
      <ExecutionStatus execution={last} />
    </Group>
  );
}
