import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { chooseByKey } from './choose-by-key.js';

const Leaf = z.object({ name: z.string() });
const Group = z.object({ parts: z.array(Leaf) });
const Either = z.array(chooseByKey('parts', Group, Leaf));

describe('chooseByKey', () => {
  it('accepts both', () => {
    const value = [{ name: 'a' }, { parts: [{ name: 'b' }] }];
    expect(Either.parse(value)).toEqual(value);
  });

  it.each<[string, unknown, PropertyKey[]]>([
    ['the field of an object without the key', [{ name: 7 }], [0, 'name']],
    ['the field inside an object with the key', [{ parts: [{ name: 7 }] }], [0, 'parts', 0, 'name']],
    ['the key itself', [{ parts: 7 }], [0, 'parts']],
    ['a value that is no object', [7], [0]],
  ])('names %s', (_case, value, path) =>
    expect(Either.safeParse(value).error?.issues.map((issue) => issue.path)).toEqual([path]),
  );
});
