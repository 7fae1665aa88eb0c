import { client } from '@tributary/client/generated/client.gen';
import {
  getDocumentImportExecutionOptions,
  getDocumentImportExecutionQueryKey,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { followEvents } from '@tributary/client/follow-events';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addSample, hasEnded, type ProgressSample } from './estimate-progress.js';

interface ExecutionPath {
  datamart_id: string;
  document_import_id: string;
  execution_id: string;
}

/** How often the state is read while the stream is broken. */
const pollMs = 2_000;
const longestPauseMs = 30_000;

/** An execution, followed until its end: by its stream, and by reading it again while the stream is broken. */
export function useExecution(path: ExecutionPath) {
  const { datamart_id, document_import_id, execution_id } = path;
  const queries = useQueryClient();
  const [isStreamed, setStreamed] = useState(false);
  const [samples, setSamples] = useState<readonly ProgressSample[]>([]);
  const query = useQuery({
    ...getDocumentImportExecutionOptions({ path }),
    refetchInterval: ({ state }) => (isStreamed || (state.data && hasEnded(state.data.data)) ? false : pollMs),
  });
  const execution = query.data?.data;
  const isActive = execution !== undefined && !hasEnded(execution);
  const chunks = execution?.completed_tasks;

  useEffect(() => {
    if (isActive && chunks !== undefined)
      setSamples((before) => addSample(before, { atMs: performance.now(), chunks }));
  }, [isActive, chunks]);

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

  return { query, execution, samples, isStreamed };
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
      for await (const { data } of followEvents(client, { path, signal, onOpen })) {
        pauseMs = 500;
        onState(JSON.parse(data) as DocumentImportExecution);
      }
    } catch {
      // The state is read by polling until the next attempt. A read that fails shows its failure.
    }
    if (signal.aborted) return;
    onStream(false);
    await pause(pauseMs, signal);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
