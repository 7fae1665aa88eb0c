import { firstFreeRow, type Place } from '../content/places.js';

/**
 * The cards of a section in the order of reading, without overlaps: a card that covers an earlier one moves down. Rows
 * that no card covers are left out, so that a card far below makes no endless page.
 */
export function placeCards<Card extends Place>(cards: readonly Card[]): Card[] {
  const placed: Card[] = [];
  for (const card of cards.toSorted((one, other) => one.y - other.y || one.x - other.x))
    placed.push({ ...card, y: firstFreeRow(card, placed) });
  const taken = [...new Set(placed.flatMap(({ y, h }) => Array.from({ length: h }, (_each, row) => y + row)))];
  const rows = new Map(taken.sort((one, other) => one - other).map((row, index) => [row, index]));
  return placed.map((card) => ({ ...card, y: rows.get(card.y) ?? card.y }));
}
