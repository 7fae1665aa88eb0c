import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { unavailable } from '@tributary/contracts/errors';
import { abandonedAfterMs, BlobMissing, BlobStore, type ByteRange, type StoredBlob } from './blob.store.js';
import { isDead } from './writer-identity.js';

/** Files in a directory. Several processes may share it, also on several machines through a shared volume. */
@Injectable()
export class DiskStore extends BlobStore {
  constructor(private readonly directory: string) {
    super();
  }

  async write(key: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    const file = this.fileOf(key);
    try {
      await orUnavailable(() => mkdir(path.dirname(file), { recursive: true }));
      const handle = await orUnavailable(() => open(file, 'wx'));
      try {
        for await (const piece of pieces) await orUnavailable(() => handle.appendFile(piece));
        await orUnavailable(() => handle.sync());
      } finally {
        await handle.close();
      }
      await syncDirectory(path.dirname(file));
    } catch (error) {
      // If it cannot be removed now, UploadHousekeeping removes it later.
      await this.remove(key).catch(() => undefined);
      throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Buffer>> {
    const handle = await open(this.fileOf(key)).catch((error: Error) => Promise.reject(readError(error)));
    // Node's `end` is inclusive, so it cannot express an empty range.
    if (range && range.end <= range.start) return handle.close().then(() => emptyStream());
    return createReadStream('', { fd: handle, ...(range && { start: range.start, end: range.end - 1 }) });
  }

  async remove(key: string): Promise<void> {
    const file = this.fileOf(key);
    await rm(file, { force: true });
    // Fails while the directory holds other files.
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

async function* emptyStream(): AsyncIterable<Buffer> {}

const entries = (directory: string) => readdir(directory).catch(() => []);

/** A new file survives a crash only if its directory is synced too. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await orUnavailable(() => open(directory));
  try {
    await orUnavailable(() => handle.sync());
  } finally {
    await handle.close();
  }
}

/** Every disk error is SERVICE_UNAVAILABLE: an operator can fix a disk that is full, not mounted or not writable. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeUnavailable(error);
  }
}

const storeUnavailable = (error: unknown) => unavailable('The file store is full or cannot be reached', error);
const readError = (error: NodeJS.ErrnoException) =>
  error.code === 'ENOENT' || error.code === 'ENOTDIR' ? new BlobMissing({ cause: error }) : storeUnavailable(error);
