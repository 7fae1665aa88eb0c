import { expect, it } from '@jest/globals';
import { sidesOf, type Link } from './sides-of.js';

const link = (from: string, to: string): Link => ({ from, to, cause: 'ACTIVITY', id: '1', ts: 1, since: 0 });
const [ab, bc, cd, be] = [link('a', 'b'), link('b', 'c'), link('c', 'd'), link('b', 'e')];

it.each([
  [ab, [['a'], ['b', 'c', 'e', 'd']]],
  [
    bc,
    [
      ['b', 'a', 'e'],
      ['c', 'd'],
    ],
  ],
  [cd, [['c', 'b', 'a', 'e'], ['d']]],
])('sidesOf %j', (given, expected) => expect(sidesOf([ab, bc, cd, be], given)).toEqual(expected));
