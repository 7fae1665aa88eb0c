import { describe, expect, it } from '@jest/globals';
import { allowsOrigin } from '@tributary/contracts/admin/allowed-origin';
import fc from 'fast-check';
import type { CollectKey } from '../collect-keys/collect-key.js';
import { CollectKeyIndex } from './collect-key-index.js';

const aKey = (id: string, datamart_id: string, origins: string[]): CollectKey => ({
  id,
  datamart_id,
  accepts_profiles: false,
  allowed_origins: new Set(origins),
});

const few = fc.integer({ min: 1, max: 3 }).map(String);
const change = fc.record({
  id: few,
  datamart_id: few,
  origins: fc.uniqueArray(few.map((n) => `https://${n}.example`)),
  isDeletion: fc.boolean(),
});

describe('the index of collect keys', () => {
  it('finds keys and their origins after any changes', () =>
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const index = new CollectKeyIndex();
        const expected = new Map<string, CollectKey>();
        for (const { id, datamart_id, origins, isDeletion } of changes) {
          const key = aKey(id, datamart_id, origins);
          if (isDeletion) {
            index.delete(id);
            expected.delete(id);
          } else {
            index.set(`tck_${id}`, key);
            expected.set(id, key);
          }
        }
        const keys = [...expected.values()];
        expect(index.size).toBe(keys.length);
        for (const id of ['1', '2', '3']) {
          expect(index.get(`tck_${id}`)).toBe(expected.get(id));
          const ofDatamart = keys.filter(({ datamart_id }) => datamart_id === id);
          for (const origin of ['https://1.example', 'https://2.example', 'https://3.example'])
            expect(allowsOrigin(index.originsOf(id), origin)).toBe(
              ofDatamart.some(({ allowed_origins }) => allowed_origins.has(origin)),
            );
        }
      }),
    ));
});
