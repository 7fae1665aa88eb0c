import { chmodSync, statSync } from 'node:fs';
import type { Logger } from './logger.js';

const sticky = 0o1000;
const setgidAndGroupWritable = 0o2020;

/**
 * The server of an embedded PostgreSQL that root starts has another account. Only on Linux does it reach its data
 * through directories that it may not enter.
 */
const ofOthers = process.getuid?.() === 0 && process.platform !== 'linux' ? 0o066 : 0o077;

/** From now on only the user of this process can read the files that it and its children create. */
export function keepNewFilesPrivate(): void {
  process.umask(ofOthers);
}

/**
 * Closes an existing data directory to other users: older versions left it, and the files in it, readable. Logs a
 * warning if it cannot, for example because the directory belongs to another user.
 */
export function makePrivate(directory: string, logger: Logger): void {
  const mode = statSync(directory, { throwIfNoEntry: false })?.mode ?? 0;
  const isGroupVolume = (mode & setgidAndGroupWritable) === setgidAndGroupWritable;
  // Kubernetes makes a volume such a directory of the pod's group (fsGroup). Without the access of the group it would
  // change every file of the volume at each start of the pod.
  const forbidden = mode & (isGroupVolume ? 0o007 : ofOthers);
  if (forbidden === 0) return;
  try {
    // All users share a directory like /tmp: it is not the product's alone.
    if (mode & sticky) throw new Error('all users of the machine share it');
    chmodSync(directory, (mode & 0o7777) ^ forbidden);
  } catch (err) {
    // The volume belongs to root there, and no other user is in the pod.
    if (!isGroupVolume) logger.warn({ err, directory }, 'other users may be able to read the data directory');
  }
}
