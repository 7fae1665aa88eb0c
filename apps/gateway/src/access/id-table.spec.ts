import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { IdTable } from './id-table.js';

/** Dense as ids are, odd as they may be, and such as stand in one another's places. */
const anId = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map(String),
  fc.constantFrom('0', '', '007', '-1', '1e3', ' 5', '5 ', '٣', '999999999', '1000000000', '4294967297', '__proto__'),
  fc.integer({ min: 1, max: 999_999_999 }).map(String),
);

describe('an id table', () => {
  it('does what a map does, whatever is set and deleted in whatever order', () => {
    const step = fc.record({ isDeletion: fc.boolean(), id: anId, value: fc.nat() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const [table, model] = [new IdTable(), new Map<string, number>()];
        for (const { isDeletion, id, value } of steps) {
          if (isDeletion) [table, model].forEach((map) => map.delete(id));
          else [table, model].forEach((map) => map.set(id, value));
        }
        expect(steps.map(({ id }) => table.get(id))).toEqual(steps.map(({ id }) => model.get(id)));
      }),
    );
  });

  it.each([1, 1_024, 4_096])('keeps what it should while it grows and empties, ids being %i apart', (step) => {
    const table = new IdTable();
    const ids = Array.from({ length: 20_000 }, (_, index) => String((index + 1) * step));
    const values = () => ids.map((id) => table.get(id));
    ids.forEach((id, index) => table.set(id, index));
    expect(values()).toEqual(ids.map((_, index) => index));
    for (const id of ids.filter((_, index) => index % 3 !== 0)) table.delete(id);
    expect(values()).toEqual(ids.map((_, index) => (index % 3 === 0 ? index : undefined)));
  });
});
