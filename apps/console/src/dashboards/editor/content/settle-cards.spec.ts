import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { overlaps } from '../../content/places.js';
import { fitPlace, placeByKey, settleCards } from './settle-cards.js';

const places = fc
  .record({ x: fc.nat(15), y: fc.nat(20), w: fc.integer({ min: 1, max: 15 }), h: fc.integer({ min: 1, max: 9 }) })
  .map(fitPlace);

describe('settleCards', () => {
  it('leaves no card over another one, keeps the order, and the moved card where it was put', () =>
    fc.assert(
      fc.property(fc.array(places, { minLength: 1, maxLength: 12 }), fc.nat(), (cards, at) => {
        const moved = at % cards.length;
        const settled = settleCards(cards, moved);
        expect(settled[moved]).toEqual(cards[moved]);
        settled.forEach((one, index) => {
          expect({ ...one, y: 0 }).toEqual({ ...cards[index], y: 0 });
          expect(settled.slice(index + 1).some((other) => overlaps(one, other))).toBe(false);
        });
        expect(settleCards(settled)).toEqual(settled);
      }),
    ));
});

describe('placeByKey', () => {
  const place = { x: 0, y: 0, w: 6, h: 4 };
  it.each([
    ['ArrowRight', false, { x: 1 }],
    ['ArrowDown', false, { y: 1 }],
    ['ArrowLeft', false, {}],
    ['ArrowUp', false, {}],
    ['ArrowRight', true, { w: 7 }],
    ['ArrowLeft', true, { w: 5 }],
    ['ArrowDown', true, { h: 5 }],
    ['ArrowUp', true, { h: 3 }],
  ])('%s, with Shift: %s', (key, isShift, changes) =>
    expect(placeByKey(place, key, isShift)).toEqual({ ...place, ...changes }),
  );

  it('stops at the edges', () => {
    expect(placeByKey({ x: 6, y: 0, w: 6, h: 1 }, 'ArrowRight', false)).toEqual({ x: 6, y: 0, w: 6, h: 1 });
    expect(placeByKey({ x: 6, y: 0, w: 6, h: 1 }, 'ArrowRight', true)).toEqual({ x: 6, y: 0, w: 6, h: 1 });
    expect(placeByKey({ x: 6, y: 0, w: 1, h: 1 }, 'ArrowUp', true)).toEqual({ x: 6, y: 0, w: 1, h: 1 });
  });

  it('takes no other key', () => expect(placeByKey(place, 'a', false)).toBeUndefined());
});
