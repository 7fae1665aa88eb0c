import type { ChunkParsed } from '@tributary/contracts/imports/import-messages';

// A batch is identified by its number in the chunk. The number depends on these limits, on which lines are valid and on their
// shards. Change them only when no import is in progress (ADR 15).

/**
 * Maximum size of the lines in one batch. The size of a line is its length in the file, or the length of its JSON if that is
 * longer. A longer single line is a batch of its own. JSON within JSON takes at most seven bytes per byte, which the bus
 * still accepts.
 */
const maxBatchBytes = 384 * 1024;
/** Maximum lines in one batch. A live activity may wait for the thread while a batch is applied. */
const maxBatchLines = 125;

export type BatchLine = ChunkParsed['lines'][number];

/** Groups the valid lines of one shard of a chunk into batches. The same lines make the same batches at every attempt. */
export class LineBatcher {
  private lines: BatchLine[] = [];
  private bytes = 0;

  /** Adds a line of `size` bytes. If it does not fit into the current batch, returns that batch and begins the next one. */
  add(line: BatchLine, size: number): BatchLine[] | undefined {
    const isFull = this.lines.length === maxBatchLines || this.bytes + size > maxBatchBytes;
    const full = isFull ? this.flush() : undefined;
    this.lines.push(line);
    this.bytes += size;
    return full;
  }

  /** Returns the lines of the unfinished batch; undefined if there are none. */
  flush(): BatchLine[] | undefined {
    if (this.lines.length === 0) return undefined;
    const lines = this.lines;
    this.lines = [];
    this.bytes = 0;
    return lines;
  }
}
