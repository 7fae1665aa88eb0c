import {
  getDocumentImportOptions,
  listDocumentImportExecutionsOptions,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DocumentImport, DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { BulkBar } from '../components/bulk/bulk-bar.js';
import { choiceColumn } from '../components/bulk/choice-column.js';
import { useChosen } from '../components/bulk/use-chosen.js';
import { EmptyState } from '../components/empty-state.js';
import { AnchorLink, ButtonLink } from '../components/links.js';
import { Page, PlainButton } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { pageQuery } from '../components/paging.js';
import { PagedTable } from '../components/resource-table.js';
import { usePage } from '../components/tables/use-page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { ActOnExecutions, nameOfExecution } from './execution/act-on-executions.js';
import { allows, executionDialogs, type ExecutionAction } from './execution/execution-rules.js';
import { DeleteImport } from './settings/delete-import.js';
import { documentTypes, mimeTypes } from '@tributary/client/imports/document-types';
import { EditImport } from './settings/edit-import.js';
import { ExecutionStatus } from './settings/execution-status.js';

const route = getRouteApi('/signed-in/d/$datamart_id/imports/$import_id');

export function ImportPage() {
  const { datamart_id, may } = useDatamart();
  const { import_id } = route.useParams();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const one = useQuery(getDocumentImportOptions({ path: { datamart_id, document_import_id: import_id } }));
  const documentImport = one.data?.data;
  const close = () => setDialog(undefined);
  const actions = documentImport && may('EDITOR') && (
    <>
      <ButtonLink to="/d/$datamart_id/imports/new" params={{ datamart_id }} search={{ import_id }}>
        Upload a file
      </ButtonLink>
      <PlainButton onClick={() => setDialog('edit')}>Edit</PlainButton>
      <PlainButton onClick={() => setDialog('delete')}>Delete</PlainButton>
    </>
  );
  return (
    <Page title={documentImport ? `Import ${documentImport.name}` : 'Import'} actions={actions}>
      <QueryView query={one}>{({ data }) => <Settings documentImport={data} />}</QueryView>
      {documentImport && <Executions import_id={import_id} />}
      {documentImport && dialog === 'edit' && <EditImport documentImport={documentImport} onClose={close} />}
      {documentImport && dialog === 'delete' && <DeleteImport documentImport={documentImport} onClose={close} />}
    </Page>
  );
}

function Settings({ documentImport }: { documentImport: DocumentImport }) {
  const { id, document_type, mime_type, encoding, priority } = documentImport;
  const { label, effect } = documentTypes[document_type];
  const facts = [label, mimeTypes[mime_type].label, encoding, `priority ${priority}`, `id ${id}`];
  return (
    <div>
      <Group gap="xs">
        <Text>{facts.join(' · ')}</Text>
      </Group>
      <Text size="sm" c="dimmed">
        {effect}
      </Text>
    </div>
  );
}

function Executions({ import_id }: { import_id: string }) {
  const { datamart_id, may } = useDatamart();
  const paging = usePage();
  const path = { datamart_id, document_import_id: import_id };
  const list = useQuery({
    ...listDocumentImportExecutionsOptions({ path, query: pageQuery(paging.page) }),
    refetchInterval: ({ state }) => (state.data?.data.some(isActive) ? 3_000 : false),
  });
  const chosen = useChosen(list.data?.data ?? [], ({ id }) => id);
  const [started, setStarted] = useState<StartedAction>();
  const link = ({ id, creation_date }: DocumentImportExecution) => (
    <AnchorLink
      to="/d/$datamart_id/imports/$import_id/$execution_id"
      params={{ datamart_id, import_id, execution_id: id }}
    >
      <Instant at={creation_date} />
    </AnchorLink>
  );
  return (
    <>
      <Title order={2} size="h3">
        Executions
      </Title>
      <BulkBar count={chosen.rows.length} actions={bulkActions(chosen.rows, setStarted)} />
      <PagedTable
        query={list}
        {...paging}
        label="Executions"
        rowKey={({ id }) => id}
        columns={[
          { header: 'Created', cell: link },
          { header: 'File', cell: ({ parameters }) => parameters.input_file_name },
          { header: 'State', cell: (execution) => <ExecutionStatus execution={execution} /> },
          {
            header: 'Lines',
            align: 'right',
            cell: ({ parameters }) => parameters.number_of_lines.toLocaleString('en'),
          },
          ...(may('EDITOR') ? [choiceColumn({ ...chosen, nameOf: nameOfExecution, mayChoose })] : []),
        ]}
        empty={<EmptyState title="No executions on this page">Each file that is uploaded is an execution.</EmptyState>}
      />
      {started && <ActOnExecutions {...started} onClose={() => setStarted(undefined)} />}
    </>
  );
}

const actions = ['CANCEL', 'RETRY'] as const;

const mayChoose = (execution: DocumentImportExecution) => actions.some((action) => allows[action](execution));

interface StartedAction {
  action: ExecutionAction;
  executions: DocumentImportExecution[];
}

const bulkActions = (chosen: readonly DocumentImportExecution[], onStart: (started: StartedAction) => void) =>
  actions.map((action) => {
    const executions = chosen.filter(allows[action]);
    const onAction = () => onStart({ action, executions });
    return { label: executionDialogs[action].many, count: executions.length, onStart: onAction };
  });

const isActive = ({ status }: DocumentImportExecution) => status === 'PENDING' || status === 'RUNNING';
