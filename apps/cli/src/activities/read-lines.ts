/** A line of a stream. Blank lines count in the numbers, and are left out. */
export interface Line {
  /** From 1. */
  number: number;
  /** Undefined for a line that is longer than an activity may be: it was skipped, not kept in memory. */
  text: string | undefined;
}

const lineFeed = 0x0a;
/** A request takes 1 MiB. */
const maxLineBytes = 1_000_000;

/** Splits a stream into lines. It holds one line at a time, and none that is too long. */
export async function* readLines(chunks: AsyncIterable<Buffer>, maxBytes = maxLineBytes): AsyncGenerator<Line> {
  let number = 0;
  let kept: Buffer[] = [];
  let bytes = 0;
  const keep = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= maxBytes) kept.push(piece);
    else kept = [];
  };
  const end = (): Line | undefined => {
    number += 1;
    const text = bytes > maxBytes ? undefined : textOf(kept, number);
    [kept, bytes] = [[], 0];
    return text === '' ? undefined : { number, text };
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      keep(chunk.subarray(from, at));
      from = at + 1;
      const line = end();
      if (line) yield line;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  const last = bytes > 0 ? end() : undefined;
  if (last) yield last;
}

function textOf(pieces: Buffer[], number: number): string {
  const text = Buffer.concat(pieces).toString('utf8');
  // Windows writes a mark at the start of UTF-8.
  return (number === 1 ? text.replace(/^\uFEFF/, '') : text).trim();
}
