/** Where something is kept: in Kafka its partition and offset, in a file 0 and its line, from 1 on. */
export interface Place {
  partition: number;
  offset: bigint;
}

export const placeText = ({ partition, offset }: Place) => `${partition}/${offset}`;

const run = /^(\d+)\/(\d+)(?:-(\d+))?$/;
/** A run of more is none of ours: nobody replays so many at once. */
const maxRun = 100_000n;

/** Places as a text, `0/3-7,0/9`: neighbours that follow each other are one run. */
export function formatPlaces(places: Place[]): string {
  const runs: { first: Place; last: bigint }[] = [];
  for (const place of places) {
    const open = runs.at(-1);
    if (open?.first.partition === place.partition && open.last + 1n === place.offset) open.last = place.offset;
    else runs.push({ first: place, last: place.offset });
  }
  return runs
    .map(({ first, last }) => (last === first.offset ? placeText(first) : `${placeText(first)}-${last}`))
    .join(',');
}

/** What `formatPlaces` has written; undefined for any other text. */
export function parsePlaces(text: string): Place[] | undefined {
  const places: Place[] = [];
  for (const part of text.split(',')) {
    const [, partition, first = '', last = first] = run.exec(part) ?? [];
    if (partition === undefined || BigInt(last) - BigInt(first) > maxRun) return undefined;
    for (let offset = BigInt(first); offset <= BigInt(last); offset++)
      places.push({ partition: Number(partition), offset });
  }
  return places;
}
