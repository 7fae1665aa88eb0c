import type { ChunkParsed } from '@tributary/contracts/import-messages';

// How a chunk is cut, which lines are valid and their shards decide what its parts' numbers mean: a change needs imports in
// progress to have ended (ADR 15).

/**
 * Most bytes of the lines of one message as the file has them, or as JSON where that is more, unless a single line has more.
 * In JSON within JSON a byte takes seven at worst, which the bus still carries.
 */
const maxPartBytes = 384 * 1024;
/** Most of its lines: while activities come in live, tracking applies one part after the other, and they wait for each. */
const maxPartLines = 125;

export type PartLine = ChunkParsed['lines'][number];

/** Groups the valid lines of a chunk's shard into messages: the same lines make the same parts at every attempt. */
export class ChunkParts {
  private lines: PartLine[] = [];
  private bytes = 0;

  /** The lines of a part that is full without this one, which has `size` bytes. */
  add(line: PartLine, size: number): PartLine[] | undefined {
    const isFull = this.lines.length === maxPartLines || this.bytes + size > maxPartBytes;
    const full = isFull ? this.takeRest() : undefined;
    this.lines.push(line);
    this.bytes += size;
    return full;
  }

  /** undefined when there is nothing. */
  takeRest(): PartLine[] | undefined {
    if (this.lines.length === 0) return undefined;
    const lines = this.lines;
    this.lines = [];
    this.bytes = 0;
    return lines;
  }
}
