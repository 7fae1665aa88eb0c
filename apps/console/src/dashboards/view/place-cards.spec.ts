import { describe, expect, it } from '@jest/globals';
import { placeCards } from './place-cards.js';

type Box = [x: number, y: number, w: number, h: number];
const place = (boxes: Box[]) =>
  placeCards(boxes.map(([x, y, w, h]) => ({ x, y, w, h }))).map(({ x, y, w, h }): Box => [x, y, w, h]);

describe('placeCards', () => {
  it.each<[string, Box[], Box[]]>([
    [
      'keeps cards that fit',
      [
        [0, 0, 4, 5],
        [4, 0, 8, 5],
      ],
      [
        [0, 0, 4, 5],
        [4, 0, 8, 5],
      ],
    ],
    [
      'orders them for reading',
      [
        [4, 0, 8, 5],
        [0, 5, 1, 1],
        [0, 0, 4, 5],
      ],
      [
        [0, 0, 4, 5],
        [4, 0, 8, 5],
        [0, 5, 1, 1],
      ],
    ],
    [
      'moves down what covers another',
      [
        [0, 0, 6, 2],
        [3, 1, 6, 2],
      ],
      [
        [0, 0, 6, 2],
        [3, 2, 6, 2],
      ],
    ],
    [
      'moves down several on one place',
      [
        [0, 0, 1, 1],
        [0, 0, 1, 1],
        [0, 0, 1, 1],
      ],
      [
        [0, 0, 1, 1],
        [0, 1, 1, 1],
        [0, 2, 1, 1],
      ],
    ],
    [
      'leaves out empty rows',
      [
        [0, 3, 1, 2],
        [0, 999, 1, 1],
      ],
      [
        [0, 0, 1, 2],
        [0, 2, 1, 1],
      ],
    ],
    [
      'keeps the empty place beside a card',
      [
        [0, 0, 1, 3],
        [1, 2, 1, 1],
      ],
      [
        [0, 0, 1, 3],
        [1, 2, 1, 1],
      ],
    ],
    ['places nothing', [], []],
  ])('%s', (_case, given, expected) => expect(place(given)).toEqual(expected));
});
