import {
  createDocumentImport,
  createDocumentImportExecution,
  getDocumentImportExecution,
} from '@tributary/client/generated/sdk.gen';
import type { CreateDocumentImportData, DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { hasEnded } from '@tributary/client/imports/estimate-progress';
import { pause, isTemporary } from '@tributary/client/imports/poll-pause';

const pollMs = 400;
/** Reads that fail in a row before the import counts as lost. */
const mostFailures = 5;

interface Import {
  datamart_id: string;
  settings: CreateDocumentImportData['body'];
  /** The content of the file. */
  lines: string;
}

interface Following {
  /** Ends the following, not the import. */
  signal: AbortSignal;
  onState?: (execution: DocumentImportExecution) => void;
}

/**
 * Creates an import with one file, and follows its execution to its end.
 *
 * @throws RequestFailure, or the reason of the signal
 */
export async function runImport({ datamart_id, settings, lines }: Import, following: Following) {
  const { data: created } = await createDocumentImport({ path: { datamart_id }, body: settings });
  const document_import_id = created.data.id;
  const { data: started } = await createDocumentImportExecution({
    path: { datamart_id, document_import_id },
    body: lines,
    // The client would write the text as JSON once more.
    bodySerializer: null,
  });
  const path = { datamart_id, document_import_id, execution_id: started.data.id };
  const read = async (signal: AbortSignal) => (await getDocumentImportExecution({ path, signal })).data.data;
  return { document_import_id, execution: await followToEnd(read, following) };
}

type ReadExecution = (signal: AbortSignal) => Promise<DocumentImportExecution>;

/** Reads an execution until it has ended. A failure that may pass is not the end. */
export async function followToEnd(read: ReadExecution, { signal, onState }: Following, pauseMs = pollMs) {
  let failures = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      const execution = await read(signal);
      onState?.(execution);
      if (hasEnded(execution)) return execution;
      failures = 0;
    } catch (failure) {
      failures += 1;
      if (!isTemporary(failure) || failures === mostFailures) throw failure;
    }
    await pause(pauseMs, signal);
  }
}
