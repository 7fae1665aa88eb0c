import { requestFailure } from '@tributary/client/request-failure';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { apiUrl, tokenOfTab } from '../../session/session.js';

interface Upload {
  datamart_id: string;
  import_id: string;
  file: File;
  /** The same for each attempt with a file, so that its lines take effect once. */
  idempotencyKey: string;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/** Streams a file from the disk. A form carries its name; XMLHttpRequest reports the bytes that were sent, `fetch` does not. */
export function uploadFile(upload: Upload): Promise<DocumentImportExecution> {
  const { datamart_id, import_id, file, idempotencyKey, onProgress, signal } = upload;
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('file', file);
  return new Promise((resolve, reject) => {
    request.open('POST', `${apiUrl}/datamarts/${datamart_id}/document_imports/${import_id}/executions`);
    request.setRequestHeader('Authorization', tokenOfTab() ?? '');
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size));
    request.onload = () => {
      const body = request.response as { data?: DocumentImportExecution } | null;
      if (request.status === 200 && body?.data) resolve(body.data);
      else reject(requestFailure(body, responseOf(request)));
    };
    request.onerror = () => reject(requestFailure(undefined, undefined));
    request.onabort = () => reject(new DOMException('canceled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** The status and headers of an answer, as `fetch` has them. */
function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['retry-after', 'x-request-id']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(null, { status: request.status, headers });
}

/** `crypto.randomUUID` exists only on pages of HTTPS and of localhost. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
