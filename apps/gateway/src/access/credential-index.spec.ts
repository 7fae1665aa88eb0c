import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CredentialIndex } from './credential-index.js';

interface Known {
  key: string;
  version: number;
}

describe('CredentialIndex', () => {
  it('finds every credential by its current key, after any sequence of changes and removals', () => {
    const id = fc.constantFrom('1', '2', '9007199254740993', 'an-id', '__proto__', '');
    const step = fc.record({ id, change: fc.nat(3), isRemoval: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const index = new CredentialIndex<number>();
        const model = new Map<string, Known>();
        for (const [version, { id, change, isRemoval }] of steps.entries()) {
          // Two credentials never share a key.
          const key = `${id}/${change}`;
          if (isRemoval) {
            index.delete(id);
            model.delete(id);
          } else {
            index.set(id, key, version);
            model.set(id, { key, version });
          }
        }
        const expected = new Map([...model.values()].map(({ key, version }) => [key, version]));
        for (const { id } of steps)
          for (let change = 0; change <= 3; change++)
            expect(index.get(`${id}/${change}`)).toBe(expected.get(`${id}/${change}`));
        expect(index.size).toBe(expected.size);
      }),
    );
  });

  it('ignores the removal of an unknown id', () => {
    const index = new CredentialIndex<number>();
    index.set('1', 'a key', 7);
    index.delete('2');
    expect([index.size, index.get('a key')]).toEqual([1, 7]);
  });
});
