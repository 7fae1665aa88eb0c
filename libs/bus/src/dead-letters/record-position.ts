/** Where a record is stored. In Kafka: partition and offset. In a file: partition 0, and the line counted from 1. */
export interface RecordPosition {
  partition: number;
  offset: bigint;
}

/** @param part of a message in a bundle, its place there */
export const formatPosition = ({ partition, offset }: RecordPosition, part?: number) =>
  part === undefined ? `${partition}/${offset}` : `${partition}/${offset}/${part}`;

const range = /^(\d+)\/(\d+)(?:-(\d+))?$/;
/** Longer ranges are not ours: a replay never has so many dead letters at once. */
const maxRange = 100_000n;

/** Positions as text, `0/3-7,0/9`: consecutive offsets form a range. */
export function formatPositions(positions: RecordPosition[]): string {
  const ranges: { first: RecordPosition; last: bigint }[] = [];
  for (const position of positions) {
    const open = ranges.at(-1);
    if (open?.first.partition === position.partition && open.last + 1n === position.offset) open.last = position.offset;
    else ranges.push({ first: position, last: position.offset });
  }
  return ranges
    .map(({ first, last }) => (last === first.offset ? formatPosition(first) : `${formatPosition(first)}-${last}`))
    .join(',');
}

/** Parses the text of `formatPositions`. Undefined for any other text. */
export function parsePositions(text: string): RecordPosition[] | undefined {
  const positions: RecordPosition[] = [];
  for (const part of text.split(',')) {
    const [, partition, first = '', last = first] = range.exec(part) ?? [];
    if (partition === undefined || BigInt(last) - BigInt(first) > maxRange) return undefined;
    for (let offset = BigInt(first); offset <= BigInt(last); offset++)
      positions.push({ partition: Number(partition), offset });
  }
  return positions;
}
