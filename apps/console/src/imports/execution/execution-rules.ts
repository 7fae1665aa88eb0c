import { hasEnded } from '@tributary/client/imports/estimate-progress';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';

export type ExecutionAction = 'CANCEL' | 'RETRY';

/** The words of each action, for one execution and for several. */
export const executionDialogs = {
  CANCEL: {
    title: 'Cancel the execution',
    confirm: 'Cancel the execution',
    many: 'Cancel',
    confirmMany: 'Cancel the executions',
    text: 'No further chunks start. Chunks in progress are finished, and lines that were applied stay applied.',
  },
  RETRY: {
    title: 'Retry the execution',
    confirm: 'Retry',
    many: 'Retry',
    confirmMany: 'Retry',
    text: 'The execution continues where it has stopped. Lines that were applied are not applied again.',
  },
} as const;

/** CANCEL before the end; RETRY of a failure that may be temporary. */
export const allows: Record<ExecutionAction, (execution: DocumentImportExecution) => boolean> = {
  CANCEL: (execution) => !hasEnded(execution) && execution.cancel_status === null,
  RETRY: ({ status, is_retryable }) => status === 'FAILED' && is_retryable === true,
};
