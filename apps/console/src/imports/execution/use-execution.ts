import { client } from '@tributary/client/generated/client.gen';
import {
  getDocumentImportExecutionOptions,
  getDocumentImportExecutionQueryKey,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { followEvents } from '@tributary/client/follow-events';
import { RequestFailure } from '@tributary/client/request-failure';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addSample, hasEnded, samplesOf, type ProgressSample } from './estimate-progress.js';
import { pause } from './pause.js';
import { isTemporary, pollPause } from './poll-pause.js';

interface ExecutionPath {
  datamart_id: string;
  document_import_id: string;
  execution_id: string;
}

/** How often the state is read while the stream is broken. */
const pollMs = 2_000;
const longestPauseMs = 30_000;
/** The server sends a comment each 10 s. A stream without any is broken, although no one has closed it. */
const silenceMs = 30_000;
const none: readonly ProgressSample[] = [];

/** An execution, followed until its end: by its stream, and by reading it again while the stream is broken. */
export function useExecution(path: ExecutionPath) {
  const { datamart_id, document_import_id, execution_id } = path;
  const queries = useQueryClient();
  const [isStreamed, setStreamed] = useState(false);
  const [kept, setKept] = useState({ execution_id, samples: none });
  const query = useQuery({
    ...getDocumentImportExecutionOptions({ path }),
    refetchInterval: ({ state: { data, error } }) =>
      isStreamed ? false : pollPause({ execution: data?.data, error }, pollMs),
  });
  const execution = query.data?.data;
  const isActive = execution !== undefined && !hasEnded(execution);
  const chunks = execution?.completed_tasks;

  useEffect(() => {
    if (isActive && chunks !== undefined)
      setKept((before) => ({
        execution_id,
        samples: addSample(samplesOf(before, execution_id), { atMs: performance.now(), chunks }),
      }));
  }, [isActive, chunks, execution_id]);

  useEffect(() => {
    if (!isActive) return;
    const controller = new AbortController();
    const queryKey = getDocumentImportExecutionQueryKey({ path: { datamart_id, document_import_id, execution_id } });
    const onState = (data: DocumentImportExecution) => {
      // A read that started before this event must not replace it with an older state.
      void queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, { status: 'ok', data });
    };
    const address = `/datamarts/${datamart_id}/document_imports/${document_import_id}/executions/${execution_id}/events`;
    void keepFollowing(address, { signal: controller.signal, onState, onStream: setStreamed });
    return () => {
      controller.abort();
      setStreamed(false);
    };
  }, [isActive, datamart_id, document_import_id, execution_id, queries]);

  return { query, execution, samples: samplesOf(kept, execution_id), isStreamed };
}

interface Following {
  signal: AbortSignal;
  onState: (execution: DocumentImportExecution) => void;
  onStream: (isOpen: boolean) => void;
}

/** Opens the stream again when it ends or breaks, with growing pauses, until the signal is aborted. */
async function keepFollowing(path: string, { signal, onState, onStream }: Following): Promise<void> {
  for (let pauseMs = 1_000; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      const onOpen = () => onStream(true);
      for await (const { data } of followEvents(client, { path, signal, onOpen, silenceMs })) {
        pauseMs = 500;
        onState(JSON.parse(data) as DocumentImportExecution);
      }
    } catch (failure) {
      // The state is read by polling until the next attempt. A read that fails shows its failure.
      if (failure instanceof RequestFailure && !isTemporary(failure)) return onStream(false);
    }
    if (signal.aborted) return;
    onStream(false);
    await pause(pauseMs, signal);
  }
}
