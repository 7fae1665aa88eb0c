import { unavailable } from '@tributary/contracts/errors';

/** Where files of imports are kept. A key is text of letters, digits, `.`, `-` and one `/`. */
export abstract class BlobStore {
  /**
   * Stores all of it, durably, or leaves nothing. Rejects with what `pieces` throws, or with SERVICE_UNAVAILABLE when
   * the store is full or away.
   */
  abstract write(key: string, pieces: AsyncIterable<Buffer>): Promise<void>;

  /** Rejects with BlobMissing, or SERVICE_UNAVAILABLE. Without a range the whole file. */
  abstract read(key: string, range?: ByteRange): Promise<AsyncIterable<Buffer>>;

  /** Of one that is not there too. */
  abstract remove(key: string): Promise<void>;

  /** Every file, finished or not. */
  abstract list(): AsyncIterable<StoredBlob>;

  /** Whether the file is one that a process writes no more, though no execution has taken it. */
  abstract isAbandoned(blob: StoredBlob, now: number): boolean;
}

/** Bytes `start` up to, not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredBlob {
  key: string;
  /** When it was last written to, epoch milliseconds. */
  modified_ts: number;
}

/** The store works, and the file is not in it, or shorter than it was. */
export class BlobMissing extends Error {
  constructor(options?: ErrorOptions) {
    super('the file is no longer in the store', options);
  }
}

/** A range in memory of its own; it must not be large. */
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
    throw unavailable('The store of files does not read on', error);
  }
  if (length !== bytes.length) throw new BlobMissing();
  return bytes;
}
