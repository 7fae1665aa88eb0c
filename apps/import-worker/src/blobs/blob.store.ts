import { unavailable } from '@tributary/contracts/errors';

/**
 * A file counts as abandoned if nothing was written to it for so long: one of another machine or container on a disk, and an
 * object, which appears when its upload ends, moments before the row of its execution is inserted.
 */
export const abandonedAfterMs = 60 * 60 * 1_000;

/** Stores the files of imports. A key consists of alphanumeric characters, `.`, `-` and one `/`. */
export abstract class BlobStore {
  /**
   * Stores all pieces durably, or nothing. Rejects with the error that `pieces` throws, or with SERVICE_UNAVAILABLE if the
   * store is full or cannot be reached.
   */
  abstract write(key: string, pieces: AsyncIterable<Buffer>): Promise<void>;

  /** Reads a range, by default the whole file. Rejects with BlobMissing or SERVICE_UNAVAILABLE. */
  abstract read(key: string, range?: ByteRange): Promise<AsyncIterable<Buffer>>;

  /** Does nothing if the file does not exist. */
  abstract remove(key: string): Promise<void>;

  /** Lists every file, also those still being written. */
  abstract list(): AsyncIterable<StoredBlob>;

  /** True if no process writes the file any more. Such a file is an orphan if no execution names it. */
  abstract isAbandoned(blob: StoredBlob, now: number): boolean;
}

/** Bytes from `start` to before `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredBlob {
  key: string;
  /** Time of the last write, epoch milliseconds. */
  modified_ts: number;
}

/** The store works, but the file is missing or shorter than expected. */
export class BlobMissing extends Error {
  constructor(options?: ErrorOptions) {
    super('the file is no longer in the store', options);
  }
}

/** Reads a range into memory that is not shared. The range must be small enough for memory. */
export async function readRange(blobs: BlobStore, key: string, range: ByteRange): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(range.end - range.start);
  let length = 0;
  const stream = await blobs.read(key, range);
  try {
    for await (const piece of stream) {
      piece.copy(bytes, length);
      length += piece.length;
      if (length > bytes.length) break;
    }
  } catch (error) {
    throw unavailable('Reading from the file store has failed', error);
  }
  if (length !== bytes.length) throw new BlobMissing();
  return bytes;
}
