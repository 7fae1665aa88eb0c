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
import { hasEnded } from '@tributary/client/imports/estimate-progress';

type Action = 'CANCEL' | 'RETRY';

const dialogs: Record<Action, { title: string; confirm: string; text: string }> = {
  CANCEL: {
    title: 'Cancel the execution',
    confirm: 'Cancel the execution',
    text: 'No further chunks start. Chunks in progress are finished, and lines that were applied stay applied.',
  },
  RETRY: {
    title: 'Retry the execution',
    confirm: 'Retry',
    text: 'The execution continues where it has stopped. Lines that were applied are not applied again.',
  },
};

/** CANCEL before the end; RETRY of a failure that may be temporary. */
export function ExecutionActions({ execution }: { execution: DocumentImportExecution }) {
  const { datamart_id, may } = useDatamart();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Action>();
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
      {!hasEnded(execution) && execution.cancel_status === null && (
        <Button variant="default" onClick={() => setAsked('CANCEL')}>
          Cancel
        </Button>
      )}
      {execution.status === 'FAILED' && execution.is_retryable && (
        <Button onClick={() => setAsked('RETRY')}>Retry</Button>
      )}
      {asked && (
        <ConfirmDialog
          title={dialogs[asked].title}
          opened
          onClose={close}
          onConfirm={() => mutate({ path, body: { action: asked } })}
          confirm={dialogs[asked].confirm}
          isPending={isPending}
          failure={error}
        >
          {dialogs[asked].text}
        </ConfirmDialog>
      )}
    </>
  );
}
