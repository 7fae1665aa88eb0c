import { createHash } from 'node:crypto';
import { readJsonFile, writePrivateFile } from '../files/private-file.js';

/** An upload that has started. Running the command again goes on with it, instead of importing the file twice. */
export interface RememberedUpload {
  /** Of the file, the platform and the settings. */
  key: string;
  datamart_id: string;
  document_import_id: string;
  /** Ids of the executions, by part. A part without one is uploaded again, with the same Idempotency-Key. */
  executions: Record<number, string>;
  /** Epoch milliseconds. */
  started_ts: number;
}

export interface UploadedFile {
  url: string;
  datamart_id: string;
  /** Absolute. */
  path: string;
  size: number;
  mtimeMs: number;
  /** Everything else that makes it the same import. */
  settings: unknown;
}

/** The platform knows the keys of uploads for 7 days. */
const maxAgeMs = 7 * 86_400_000;
const maxUploads = 100;

export const keyOfUpload = (file: UploadedFile): string =>
  createHash('sha256').update(JSON.stringify(file)).digest('hex').slice(0, 32);

/** The same for each attempt with a part, so that its lines take effect once. */
export const idempotencyKeyOf = ({ key, started_ts }: RememberedUpload, part: number): string =>
  `${key}-${started_ts}-${part}`;

/** Those that are not too old, the latest last. */
export function readUploads(file: string, now: number): RememberedUpload[] {
  const { uploads } = readJsonFile(file) ?? {};
  const all = Array.isArray(uploads) ? (uploads as RememberedUpload[]) : [];
  return all.filter(({ started_ts }) => now - started_ts < maxAgeMs);
}

/** Replaces what is remembered under the same key. */
export function rememberUpload(file: string, upload: RememberedUpload, now: number): void {
  const others = readUploads(file, now).filter(({ key }) => key !== upload.key);
  writePrivateFile(file, { uploads: [...others, upload].slice(-maxUploads) });
}

export function forgetUpload(file: string, key: string, now: number): void {
  writePrivateFile(file, { uploads: readUploads(file, now).filter((upload) => upload.key !== key) });
}
