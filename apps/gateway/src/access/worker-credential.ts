import { hash, timingSafeEqual } from 'node:crypto';
import type { PluginWorker } from './credentials.store.js';

/** The credential of a plugin's worker: `Authorization: Basic base64(worker_id:token)`. */
export interface WorkerCredential {
  worker_id: string;
  token: string;
  /** The file that the request is about, if it is about one. */
  data_file?: string;
}

/** Whether the Authorization header is of this scheme, also if it is malformed. */
export const isBasic = (authorization: string) => /^basic( |$)/i.test(authorization);

/** @returns undefined if it is malformed */
export function readBasic(authorization: string): WorkerCredential | undefined {
  const [, base64 = ''] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? [];
  const text = Buffer.from(base64, 'base64').toString('utf8');
  // The token may contain colons, the id cannot.
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) return undefined;
  return { worker_id: text.slice(0, colon), token: text.slice(colon + 1) };
}

/**
 * Whether the token is the worker's, or that before the last rotation while it is valid. Always compares two digests, each in
 * constant time, so an unknown worker takes the same time as a wrong token.
 */
export function hasWorkerToken(token: string, worker: PluginWorker | undefined, now = Date.now()): boolean {
  const digest = hash('sha256', token, 'buffer');
  const isCurrent = isDigest(digest, worker?.token_sha256 ?? '');
  const isPrevious = isDigest(digest, worker?.previous?.token_sha256 ?? '');
  return isCurrent || (isPrevious && (worker?.previous?.expiration_date ?? 0) > now);
}

const decoy = Buffer.alloc(32);

function isDigest(digest: Buffer, sha256: string): boolean {
  const known = Buffer.from(sha256, 'hex');
  const isWellFormed = known.length === digest.length;
  return timingSafeEqual(digest, isWellFormed ? known : decoy) && isWellFormed;
}
