import { describe, expect, it } from '@jest/globals';
import { counted } from './counted.js';

describe('counted', () => {
  it.each([
    [0, '0 people'],
    [1, '1 person'],
    [1200, '1,200 people'],
  ])('%i', (count, words) => expect(counted(count, 'person', 'people')).toBe(words));

  it('adds an s unless the plural is given', () =>
    expect([1, 2].map((count) => counted(count, 'import'))).toEqual(['1 import', '2 imports']));
});
