import { expect, it } from '@jest/globals';
import { namesPass } from './names-pass.js';

it.each([
  [[], true],
  [['a'], true],
  [['b'], false],
  [['b', 'a'], true],
  [['!a'], false],
  [['!b'], true],
  [['a', '!a'], false],
  [['a', '!b'], true],
])('of a thing with the name a, %j passes: %j', (names, expected) =>
  expect(namesPass(names, (name) => name === 'a')).toBe(expected),
);
