import { getDocumentImportOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AnchorLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { ExecutionActions } from './execution/execution-actions.js';
import { ExecutionProgress } from './execution/execution-progress.js';
import { ExecutionResult } from './execution/execution-result.js';
import { useExecution } from './execution/use-execution.js';
import { documentTypes } from '@tributary/client/imports/document-types';
import { ExecutionStatus } from './settings/execution-status.js';

const route = getRouteApi('/signed-in/d/$datamart_id/imports/$import_id/$execution_id');

export function ExecutionPage() {
  const { datamart_id } = useDatamart();
  const { import_id, execution_id } = route.useParams();
  const path = { datamart_id, document_import_id: import_id, execution_id };
  const { query, execution, samples, isStreamed } = useExecution(path);
  const parent = useQuery(getDocumentImportOptions({ path: { datamart_id, document_import_id: import_id } }));
  const documentImport = parent.data?.data;
  return (
    <Page
      title={execution?.parameters.input_file_name ?? 'Execution'}
      description={
        <>
          Execution {execution_id} of the import{' '}
          <AnchorLink to="/d/$datamart_id/imports/$import_id" params={{ datamart_id, import_id }}>
            {documentImport?.name ?? import_id}
          </AnchorLink>
        </>
      }
      actions={execution && <ExecutionActions execution={execution} />}
    >
      <QueryView query={query}>
        {({ data }) => (
          <>
            <Group gap="xs">
              <ExecutionStatus execution={data} />
              <Text size="sm">{documentTypes[data.parameters.document_type].label}</Text>
              {documentImport && <Text size="sm">· priority {documentImport.priority}</Text>}
              <Text size="sm">
                · created <Instant at={data.creation_date} />
              </Text>
              {data.end_date !== null && (
                <Text size="sm">
                  · ended <Instant at={data.end_date} />
                </Text>
              )}
            </Group>
            {data.error && (
              <Alert color="red" variant="light" title="The file could not be processed" role="alert">
                {data.error.message}.{' '}
                {data.is_retryable
                  ? 'The cause may be temporary: retry continues where the execution has stopped.'
                  : 'Another attempt would fail as well: correct the file or the settings of the import, and upload it again.'}
              </Alert>
            )}
            <ExecutionProgress execution={data} samples={samples} isStreamed={isStreamed} />
            {data.result && <ExecutionResult result={data.result} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}
