import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Which process writes a blob, as the first half of its key: `<host>.<pid>.<random>`. */
export interface WriterIdentity {
  host: string;
  pid: number;
  boot: string;
}

export const thisWriter: WriterIdentity = {
  host: hostname().replaceAll(/[^A-Za-z0-9-]/g, '-'),
  pid: process.pid,
  boot: randomUUID().slice(0, 8),
};

export const newBlobKey = ({ host, pid, boot }: WriterIdentity = thisWriter) =>
  `${host}.${pid}.${boot}/${randomUUID()}`;

/**
 * Whether the process that began the blob is known to be dead: it ran on this machine under another start, and no
 * process has its id, or this very process has it. Of other machines nothing is known.
 */
export function isDead(key: string, me: WriterIdentity = thisWriter): boolean {
  const [writer = ''] = key.split('/');
  const [host, pid, boot] = writer.split('.');
  if (host !== me.host || boot === me.boot) return false;
  return Number(pid) === me.pid || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
