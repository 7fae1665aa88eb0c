import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatPlaces, parsePlaces, type Place } from './places.js';

const at = (partition: number, ...offsets: number[]): Place[] =>
  offsets.map((offset) => ({ partition, offset: BigInt(offset) }));

describe('places as a text', () => {
  it.each([
    [at(0, 3), '0/3'],
    [at(0, 3, 4, 5), '0/3-5'],
    [at(0, 3, 4, 9), '0/3-4,0/9'],
    [[...at(0, 3), ...at(1, 4)], '0/3,1/4'],
    [at(0, 4, 3), '0/4,0/3'],
  ])('joins neighbours into runs (%#)', (places, text) => expect(formatPlaces(places)).toBe(text));

  it('gives back every place', () => {
    const aPlace = fc.record({ partition: fc.nat(30), offset: fc.bigInt(0n, 1n << 62n) });
    fc.assert(
      fc.property(fc.array(aPlace, { minLength: 1 }), (places) =>
        expect(parsePlaces(formatPlaces(places))).toEqual(places),
      ),
    );
  });

  it.each(['', '0', '0/', '0/x', '-1/2', '0/1-', '0/1;0/2', '0/1-99999999999999'])('takes "%s" for none', (text) =>
    expect(parsePlaces(text)).toBeUndefined(),
  );
});
