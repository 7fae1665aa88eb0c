import { createDocumentImport } from '@tributary/client/generated/sdk.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { formatBytes } from '@tributary/client/imports/format-bytes';
import { pause, isTemporary } from '@tributary/client/imports/poll-pause';
import { RequestFailure } from '@tributary/client/request-failure';
import { readEnvironment } from '../config.js';
import { drawBar } from '../output/draw-bar.js';
import { Interrupted } from '../output/failures.js';
import { endProgress, progressWidth, say, showProgress } from '../output/status-messages.js';
import { nameOfExecution } from './execution-name.js';
import type { ImportSettings } from './import-settings.js';
import { idempotencyKeyOf, rememberUpload, type RememberedUpload } from './remembered-uploads.js';
import type { SourceFile } from './source-file.js';
import type { FilePart } from './split-file.js';
import { uploadPart } from './upload-part.js';
import { watchExecution } from './watch-execution.js';

interface ImportRun {
  source: SourceFile;
  parts: readonly FilePart[];
  settings: ImportSettings;
  token: string;
  upload: RememberedUpload;
  isWatched: boolean;
}

export async function createImport(datamart_id: string, settings: ImportSettings): Promise<string> {
  const { data } = await createDocumentImport({ path: { datamart_id }, body: settings });
  return data.data.id;
}

/**
 * Uploads the parts that are not uploaded yet. A part begins when the one before has ended, so that the order of the lines is
 * that of the file. What has been reached is remembered: the command can be run again at any time.
 */
export async function runImport(
  run: ImportRun,
  onEnd: (execution: DocumentImportExecution) => Promise<void>,
): Promise<void> {
  const { parts, upload, isWatched } = run;
  const { datamart_id, document_import_id } = upload;
  for (const [index, part] of parts.entries()) {
    const of = parts.length > 1 ? ` ${index + 1}/${parts.length}` : '';
    upload.executions[index] ??= (await uploadAgain(run, part, index, `upload${of}`)).id;
    remember(upload);
    const path = { datamart_id, document_import_id, execution_id: upload.executions[index] };
    if (!isWatched) {
      say(`Uploaded${of}. Watch it: tributary import watch ${nameOfExecution(path)}`);
      continue;
    }
    const execution = await watchExecution(path, `import${of}`);
    await onEnd(execution);
    if (execution.status !== 'SUCCEEDED') return;
  }
}

export const remember = (upload: RememberedUpload): void =>
  rememberUpload(readEnvironment().uploadsDirectory, upload, Date.now());

const attempts = 4;

/** An upload that breaks starts again from its beginning, with the same key: its lines take effect once. */
async function uploadAgain(
  run: ImportRun,
  part: FilePart,
  index: number,
  label: string,
): Promise<DocumentImportExecution> {
  const { signal, stop } = abortOnInterrupt();
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await uploadOnce(run, part, index, label, signal);
      } catch (failure) {
        if (signal.aborted || attempt === attempts || !isTemporary(failure)) throw failure;
        const seconds = failure instanceof RequestFailure ? (failure.retryAfterS ?? 2 ** attempt) : 2 ** attempt;
        say(`The upload broke: ${(failure as Error).message}. It starts again in ${seconds} s.`);
        await pause(seconds * 1_000, signal);
        signal.throwIfAborted();
      }
    }
  } catch (failure) {
    if (!signal.aborted) throw failure;
    say('The upload is stopped, and nothing of this part is imported. The same command starts it again.');
    throw new Interrupted();
  } finally {
    endProgress();
    stop();
  }
}

function uploadOnce(run: ImportRun, part: FilePart, index: number, label: string, signal: AbortSignal) {
  const { source, token, settings, upload } = run;
  const started = performance.now();
  const onProgress = (position: number) => {
    const sent = position - part.start;
    const size = part.end - part.start;
    const perSecond = (sent / Math.max(1, performance.now() - started)) * 1_000;
    const details = [`${formatBytes(sent)} of ${formatBytes(size)}`, `${formatBytes(Math.round(perSecond))}/s`];
    showProgress(drawBar({ label, fraction: sent / size, details }, progressWidth() - 1));
  };
  const { datamart_id, document_import_id } = upload;
  const idempotencyKey = idempotencyKeyOf(upload, index);
  const { mime_type } = settings;
  return uploadPart({
    source,
    part,
    token,
    datamart_id,
    document_import_id,
    mime_type,
    idempotencyKey,
    onProgress,
    signal,
  });
}

function abortOnInterrupt() {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.on('SIGINT', abort);
  return { signal: controller.signal, stop: () => void process.off('SIGINT', abort) };
}
