import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { unavailable } from '@tributary/contracts/errors';
import { BlobMissing, BlobStore, type ByteRange, type StoredBlob } from './blob.store.js';
import { isDead } from './writer-identity.js';

/** Of a writer on another machine: an upload on which nothing has moved for so long has ended long ago. */
const abandonedAfterMs = 60 * 60 * 1_000;

/** Files in a directory, which several processes of one machine, or of a shared volume, may use. */
@Injectable()
export class DiskStore extends BlobStore {
  constructor(private readonly directory: string) {
    super();
  }

  async write(key: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    const file = this.fileOf(key);
    try {
      await written(() => mkdir(path.dirname(file), { recursive: true }));
      const handle = await written(() => open(file, 'wx'));
      try {
        for await (const piece of pieces) await written(() => handle.appendFile(piece));
        await written(() => handle.sync());
      } finally {
        await handle.close();
      }
      await syncDirectory(path.dirname(file));
    } catch (error) {
      // What can't be removed now is found by the next sweep.
      await this.remove(key).catch(() => undefined);
      throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Buffer>> {
    const handle = await open(this.fileOf(key)).catch((error: Error) => Promise.reject(unreadable(error)));
    // Node's `end` is inclusive; an empty range has none.
    if (range && range.end <= range.start) return handle.close().then(() => none());
    return createReadStream('', { fd: handle, ...(range && { start: range.start, end: range.end - 1 }) });
  }

  async remove(key: string): Promise<void> {
    const file = this.fileOf(key);
    await rm(file, { force: true });
    // Refused while it holds others.
    await rmdir(path.dirname(file)).catch(() => undefined);
  }

  async *list(): AsyncIterable<StoredBlob> {
    for (const writer of await entries(this.directory)) {
      for (const name of await entries(path.join(this.directory, writer))) {
        const key = `${writer}/${name}`;
        const found = await stat(this.fileOf(key)).catch(() => undefined);
        if (found) yield { key, modified_ts: found.mtimeMs };
      }
    }
  }

  isAbandoned({ key, modified_ts }: StoredBlob, now: number): boolean {
    return isDead(key) || now - modified_ts > abandonedAfterMs;
  }

  private fileOf(key: string): string {
    return path.join(this.directory, ...key.split('/'));
  }
}

async function* none(): AsyncIterable<Buffer> {}

const entries = (directory: string) => readdir(directory).catch(() => []);

/** The name of a new file is on the disk when its directory is. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await written(() => open(directory));
  try {
    await written(() => handle.sync());
  } finally {
    await handle.close();
  }
}

/** Whatever the disk refuses may be mended: it is full, or not mounted, or not ours. */
async function written<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw away(error);
  }
}

const away = (error: unknown) => unavailable('The store of files is full or away', error);
const unreadable = (error: NodeJS.ErrnoException) =>
  error.code === 'ENOENT' || error.code === 'ENOTDIR' ? new BlobMissing({ cause: error }) : away(error);
