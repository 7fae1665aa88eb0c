import { client } from '@tributary/client/generated/client.gen';
import {
  getDocumentImportExecutionOptions,
  getDocumentImportExecutionQueryKey,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addSample, hasEnded, samplesOf, type ProgressSample } from '@tributary/client/imports/estimate-progress';
import { followExecution, type ExecutionPath } from '@tributary/client/imports/follow-execution';
import { pollPause } from '@tributary/client/imports/poll-pause';

/** How often the state is read while the stream is broken. */
const pollMs = 2_000;
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
    const followed = { datamart_id, document_import_id, execution_id };
    const queryKey = getDocumentImportExecutionQueryKey({ path: followed });
    const onState = (data: DocumentImportExecution) => {
      // A read that started before this event must not replace it with an older state.
      void queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, { status: 'ok', data });
    };
    void followExecution(client, followed, { signal: controller.signal, onState, onStream: setStreamed });
    return () => {
      controller.abort();
      setStreamed(false);
    };
  }, [isActive, datamart_id, document_import_id, execution_id, queries]);

  return { query, execution, samples: samplesOf(kept, execution_id), isStreamed };
}
