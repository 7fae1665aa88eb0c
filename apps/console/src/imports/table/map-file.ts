import type { TableHead } from './table-head.js';
import type { TableSettings } from './map-table.js';

export interface MapRequest {
  file: File;
  /** The name of the file that is made. */
  name: string;
  settings: TableSettings;
}

/** A table that is uploaded as the lines that its mapping makes of it. */
export interface MappedTable {
  mapping: TableSettings['mapping'];
  head: Pick<TableHead, 'encoding'>;
  /** The key of all attempts to upload it. Another mapping makes another file. */
  idempotencyKey: string;
}

export type MapAnswer =
  | { kind: 'read'; bytes: number }
  | { kind: 'mapped'; file: File }
  | { kind: 'failed'; message: string };

/**
 * Makes the file of lines for a table of any size, in a thread of its own.
 *
 * @param onRead gets the bytes of the table that were read
 */
export function mapFile(request: MapRequest, onRead: (bytes: number) => void, signal: AbortSignal): Promise<File> {
  const worker = new Worker(new URL('map-file.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<File>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('canceled', 'AbortError')), { once: true });
    worker.onerror = () => reject(new Error('The table could not be read: its thread has failed.'));
    worker.onmessage = ({ data }: MessageEvent<MapAnswer>) => {
      if (data.kind === 'read') onRead(data.bytes);
      else if (data.kind === 'mapped') resolve(data.file);
      else reject(new Error(data.message));
    };
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
