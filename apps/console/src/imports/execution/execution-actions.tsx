import {
  actOnDocumentImportExecutionMutation,
  getDocumentImportExecutionQueryKey,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { allows, executionDialogs, type ExecutionAction } from './execution-rules.js';

export function ExecutionActions({ execution }: { execution: DocumentImportExecution }) {
  const { datamart_id, may } = useDatamart();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<ExecutionAction>();
  const path = { datamart_id, document_import_id: execution.parameters.document_import_id, execution_id: execution.id };
  const { mutate, isPending, error, reset } = useMutation({
    ...actOnDocumentImportExecutionMutation(),
    meta: { changes: ['listDocumentImportExecutions'] },
    onSuccess: (changed) => {
      queries.setQueryData(getDocumentImportExecutionQueryKey({ path }), changed);
      setAsked(undefined);
    },
  });
  const close = () => {
    setAsked(undefined);
    reset();
  };
  if (!may('EDITOR')) return null;
  return (
    <>
      {allows.CANCEL(execution) && (
        <Button variant="default" onClick={() => setAsked('CANCEL')}>
          Cancel
        </Button>
      )}
      {allows.RETRY(execution) && <Button onClick={() => setAsked('RETRY')}>Retry</Button>}
      {asked && (
        <ConfirmDialog
          title={executionDialogs[asked].title}
          onClose={close}
          onConfirm={() => mutate({ path, body: { action: asked } })}
          confirm={executionDialogs[asked].confirm}
          isPending={isPending}
          failure={error}
        >
          {executionDialogs[asked].text}
        </ConfirmDialog>
      )}
    </>
  );
}
