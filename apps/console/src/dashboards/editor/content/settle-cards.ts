import { maxCells } from '@tributary/contracts/rules/dashboards/content-rules';
import { gridColumns } from '@tributary/dashboards/content/read-content';
import { firstFreeRow, type Place } from '../../content/places.js';

/** The tallest card that the editor makes. */
const maxHeight = 50;

const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** A place within the grid: a card that is moved too far stops at the edge. */
export function fitPlace({ x, y, w, h }: Place): Place {
  const width = between(w, 1, gridColumns);
  const height = between(h, 1, maxHeight);
  return { x: between(x, 0, gridColumns - width), y: between(y, 0, maxCells - height), w: width, h: height };
}

/**
 * The places without overlaps, in the same order: a card that covers an earlier one moves down.
 *
 * @param first stays where it is; the others make room for it
 */
export function settleCards(places: readonly Place[], first?: number): Place[] {
  const order = places
    .map((place, index) => ({ place, index }))
    .sort(
      (one, other) => rank(one.index) - rank(other.index) || one.place.y - other.place.y || one.place.x - other.place.x,
    );
  function rank(index: number): number {
    return index === first ? 0 : 1;
  }
  const settled: Place[] = [];
  const result: Place[] = [...places];
  for (const { place, index } of order) {
    const free = { ...place, y: firstFreeRow(place, settled) };
    settled.push(free);
    result[index] = free;
  }
  return result;
}

/** The place of a card after an arrow key, which moves it, or with Shift resizes it. Undefined for other keys. */
export function placeByKey(place: Place, key: string, isShift: boolean): Place | undefined {
  const step = steps[key];
  if (!step) return undefined;
  const [right, down] = step;
  const { x, y, w, h } = place;
  if (!isShift) return fitPlace({ ...place, x: x + right, y: y + down });
  return fitPlace({ ...place, w: between(w + right, 1, gridColumns - x), h: h + down });
}

const steps: Partial<Record<string, [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** For the reader of a screen. Columns and rows count from 1. */
export const describePlace = ({ x, y, w, h }: Place): string => `column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high`;
