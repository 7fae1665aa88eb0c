import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { nameOfExecution } from './execution-name.js';

/** An import of which a part has not succeeded. The parts after it are not uploaded. */
interface StoppedImport {
  document_import_id: string;
  /** The part that has not succeeded. */
  execution: Pick<DocumentImportExecution, 'id' | 'status' | 'is_retryable'>;
  /** From 1. */
  part: number;
  parts: number;
}

/** The missing parts, and how to continue: one sentence or two per line. */
export const nextSteps = (stopped: StoppedImport): string[] => [...missingParts(stopped), howToGoOn(stopped)];

function howToGoOn({ document_import_id, execution, parts }: StoppedImport): string {
  const { id: execution_id, status, is_retryable } = execution;
  const name = nameOfExecution({ document_import_id, execution_id });
  if (status !== 'FAILED' && status !== 'CANCELED') return 'It has not ended. The same command as before goes on.';
  if (status === 'FAILED' && is_retryable)
    return `Run it again: tributary import retry ${name}. Then the same command as before goes on.`;
  const file = parts > 1 ? 'whole file' : 'file';
  return `It cannot be retried. --again imports the ${file} once more: what was applied is applied again.`;
}

function missingParts({ part, parts }: StoppedImport): string[] {
  if (part === parts) return [];
  return [
    part + 1 === parts
      ? `Part ${parts} of ${parts} is not uploaded yet.`
      : `Parts ${part + 1} to ${parts} of ${parts} are not uploaded yet.`,
  ];
}
