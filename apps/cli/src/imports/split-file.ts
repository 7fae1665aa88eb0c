/** A part of a file: bytes from `start` to before `end`. */
export interface FilePart {
  start: number;
  end: number;
  /** For CSV: the part begins with the first so many bytes of the file, its header row. 0 for the first part. */
  headerBytes: number;
}

/** Reads a piece of the file; it is shorter at the end of the file. */
export type ReadAt = (position: number, length: number) => Promise<Uint8Array>;

interface SplitSettings {
  size: number;
  /** A part has at least so many bytes, and ends with the line after them. */
  partBytes: number;
  isCsv: boolean;
}

const blockBytes = 65_536;
const [lineFeed, quote] = [0x0a, 0x22];

/** Where a file can be cut: at ends of lines, outside of the quotes of CSV. Encodings with ASCII's line ends only. */
export async function splitFile(read: ReadAt, settings: SplitSettings): Promise<FilePart[]> {
  const { size, isCsv } = settings;
  const ends = isCsv ? await endsOfRows(read, settings) : await endsOfLines(read, settings);
  const [headerEnd = 0, ...cuts] = isCsv ? ends : [0, ...ends];
  const starts = [0, ...cuts];
  return starts.map((start, index) => ({
    start,
    end: starts[index + 1] ?? size,
    headerBytes: index === 0 ? 0 : headerEnd,
  }));
}

/** Only the surroundings of each cut are read. */
async function endsOfLines(read: ReadAt, { size, partBytes }: SplitSettings): Promise<number[]> {
  const cuts: number[] = [];
  for (let target = partBytes; target < size; target = (cuts.at(-1) ?? 0) + partBytes) {
    const end = await endOfLine(read, target - 1, size);
    if (end >= size) return cuts;
    cuts.push(end);
  }
  return cuts;
}

async function endOfLine(read: ReadAt, from: number, size: number): Promise<number> {
  for (let position = from; position < size; position += blockBytes) {
    const at = (await read(position, blockBytes)).indexOf(lineFeed);
    if (at !== -1) return position + at + 1;
  }
  return size;
}

/** A quote opens or closes, so the whole file is read. The first end is that of the header. */
async function endsOfRows(read: ReadAt, { size, partBytes }: SplitSettings): Promise<number[]> {
  const cuts: number[] = [];
  let isQuoted = false;
  let next = 0;
  for (let position = 0; position < size; position += blockBytes) {
    const block = await read(position, blockBytes);
    for (let at = 0; at < block.length; at += 1) {
      if (block[at] === quote) isQuoted = !isQuoted;
      const end = position + at + 1;
      if (block[at] !== lineFeed || isQuoted || end < next || end >= size) continue;
      cuts.push(end);
      next = (cuts.length === 1 ? 0 : end) + partBytes;
    }
  }
  return cuts;
}
