import type { Client } from '../generated/client/types.gen.js';
import type { DocumentImportExecution } from '../generated/types.gen.js';
import { followEvents } from '../follow-events.js';
import { RequestFailure } from '../request-failure.js';
import { pause, isTemporary } from './poll-pause.js';

export interface ExecutionPath {
  datamart_id: string;
  document_import_id: string;
  execution_id: string;
}

export interface ExecutionFollower {
  signal: AbortSignal;
  onState: (execution: DocumentImportExecution) => void;
  /** Whether states arrive by themselves now. */
  onStream: (isOpen: boolean) => void;
}

const firstPauseMs = 1_000;
/** After a stream from which something has come. */
const pauseAfterEventMs = 500;
const longestPauseMs = 30_000;
/** The server sends a comment each 10 s. A stream without any is broken, although no one has closed it. */
const silenceMs = 30_000;

/**
 * Follows the states of an execution by its event stream. It opens the stream again when it ends or breaks, with growing
 * pauses, until the signal is aborted or the server refuses the stream for good.
 */
export async function followExecution(client: Client, of: ExecutionPath, follower: ExecutionFollower): Promise<void> {
  const { signal, onState, onStream } = follower;
  const path = `/datamarts/${of.datamart_id}/document_imports/${of.document_import_id}/executions/${of.execution_id}/events`;
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      for await (const { data } of followEvents(client, { path, signal, onOpen: () => onStream(true), silenceMs })) {
        pauseMs = pauseAfterEventMs;
        onState(JSON.parse(data) as DocumentImportExecution);
      }
    } catch (failure) {
      if (failure instanceof RequestFailure && !isTemporary(failure)) return onStream(false);
    }
    if (signal.aborted) return;
    onStream(false);
    await pause(pauseMs, signal);
  }
}
