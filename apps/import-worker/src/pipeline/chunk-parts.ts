import type { ChunkParsed } from '@tributary/contracts/import-messages';

/** Most bytes of the lines of one message, unless a single line has more. */
const maxPartBytes = 480 * 1024;

export type PartLine = ChunkParsed['lines'][number];

/** Groups the valid lines of a chunk into messages: the same lines make the same parts at every attempt. */
export class ChunkParts {
  private lines: PartLine[] = [];
  private bytes = 0;

  /** The lines of a part that is full without this one. */
  add(line: PartLine): PartLine[] | undefined {
    const size = Buffer.byteLength(JSON.stringify(line)) + 1;
    const full = this.lines.length > 0 && this.bytes + size > maxPartBytes ? this.takeRest() : undefined;
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
