import { describe, expect, it } from '@jest/globals';
import { matchesAnswer, parseAnswer } from './match-answer.js';

const matches = (documented: string, actual: unknown) => matchesAnswer(parseAnswer(documented), actual);

describe('an answer as documented', () => {
  it.each<[string, unknown]>([
    ['{"a":1}', { a: 1 }],
    ['{"a":…}', { a: 5 }],
    ['{"a":"…"}', { a: null }],
    ['{"a":"x…z"}', { a: 'xyz' }],
    ['{"a":1, …}', { a: 1, b: 2 }],
    ['{"a":[[1,…],…]}', { a: [[1, 2], 3] }],
    ['{"a":{"b":1, …},"c":"…"}', { c: 'd', a: { b: 1, e: 2 } }],
    ['{"a":"x: …, …}"}', { a: 'x: y, z}' }],
    ['null', null],
  ])('%s is %j', (documented, actual) => expect(matches(documented, actual)).toBe(true));

  it.each<[string, unknown]>([
    ['{"a":1}', { a: 2 }],
    ['{"a":1}', { a: '1' }],
    ['{"a":1}', { a: 1, b: 2 }],
    ['{"a":1, …}', { b: 1 }],
    ['{"a":…}', {}],
    ['{"a":"x…z"}', { a: 'xy' }],
    ['{"a":"x…z"}', { a: 1 }],
    ['[1,…]', [1]],
    ['[1]', [1, 2]],
    ['[]', {}],
    ['{"a":{}}', { a: null }],
  ])('%s is not %j', (documented, actual) => expect(matches(documented, actual)).toBe(false));
});
