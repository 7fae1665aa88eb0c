import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readJsonFile, writePrivateFile } from '../files/private-file.js';
import { warn } from '../output/status-messages.js';

/** An upload that has started. Running the command again goes on with it, instead of importing the file twice. */
export interface RememberedUpload {
  /** Identifies the file, the platform and the settings. */
  key: string;
  datamart_id: string;
  document_import_id: string;
  /** Ids of the executions, by part. A part without one is uploaded again, with the same Idempotency-Key. */
  executions: Record<number, string>;
  /** Epoch milliseconds. */
  started_ts: number;
}

interface UploadedFile {
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

/** @returns the uploads that are not too old, the latest last */
export const readUploads = (directory: string, now: number): RememberedUpload[] =>
  readAll(directory).filter((upload) => !isOutdated(upload, now));

const isOutdated = ({ started_ts }: RememberedUpload, now: number) => now - started_ts >= maxAgeMs;

/** Replaces what is remembered under the same key. A file for each: commands that run at the same time keep those of others. */
export function rememberUpload(directory: string, upload: RememberedUpload, now: number): void {
  writePrivateFile(fileOf(directory, upload.key), upload);
  // Read once: what another command adds from now on is not removed.
  const all = readAll(directory);
  const tooMany = all.length - maxUploads;
  for (const [index, other] of all.entries())
    if (index < tooMany || isOutdated(other, now)) forgetUpload(directory, other.key);
}

export const forgetUpload = (directory: string, key: string): void => rmSync(fileOf(directory, key), { force: true });

const fileOf = (directory: string, key: string) => path.join(directory, `${key}.json`);

function readAll(directory: string): RememberedUpload[] {
  if (!existsSync(directory)) return [];
  const uploads = readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    // Another command may have removed it a moment ago.
    .flatMap((name) => readUpload(path.join(directory, name)) ?? []);
  return uploads.sort((one, other) => one.started_ts - other.started_ts);
}

/** A damaged file is deleted, because it would fail every import. */
function readUpload(file: string): RememberedUpload | undefined {
  const forget = (problem: string): undefined => {
    warn(`${problem}. It is deleted: its import cannot go on, and the same command starts a new one.`);
    rmSync(file, { force: true });
  };
  const upload = readJsonFile(file, forget);
  if (upload === undefined || isUpload(upload)) return upload;
  return forget(`${file} is damaged: it describes no upload`);
}

const isUpload = (value: object): value is RememberedUpload => {
  const { key, started_ts, executions } = value as Partial<RememberedUpload>;
  return typeof key === 'string' && typeof started_ts === 'number' && typeof executions === 'object';
};
