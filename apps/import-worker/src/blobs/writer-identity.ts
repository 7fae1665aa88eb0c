import { hash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process that writes a blob. Its `<host>.<pid>.<boot>` is the first half of the key. */
interface WriterIdentity {
  /** Host name, kernel and pid namespace. A pid has a meaning only within them: in each container the first one is 1. */
  host: string;
  pid: number;
  boot: string;
}

export const thisWriter: WriterIdentity = {
  host: `${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}-${hash('sha256', pidNamespace()).slice(0, 12)}`,
  pid: process.pid,
  boot: randomUUID().slice(0, 8),
};

export const newBlobKey = ({ host, pid, boot }: WriterIdentity = thisWriter) =>
  `${host}.${pid}.${boot}/${randomUUID()}`;

/**
 * Whether the writer of the blob is known to be dead: it ran in this pid namespace, it is not this process, and its process
 * id is unused or now belongs to this process. Nothing is known about writers in other containers and on other machines.
 */
export function isDead(key: string): boolean {
  const [writer = ''] = key.split('/');
  const [host, pid, boot] = writer.split('.');
  if (host !== thisWriter.host || boot === thisWriter.boot) return false;
  return Number(pid) === thisWriter.pid || !isRunning(Number(pid));
}

/** The kernel since its start, and the pid namespace in it. Unknown outside Linux: then it equals that of no other process. */
function pidNamespace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return randomUUID();
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
