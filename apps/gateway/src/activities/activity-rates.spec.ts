import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ActivityRates } from './activity-rates.js';

/** Whether each sending of `[milliseconds, activities]` is taken, or after how many seconds it may be sent again. */
function sendAll(max_qps: number | undefined, sendings: [number, number][], rates = new ActivityRates()) {
  return sendings.map(([now, activities]) => {
    try {
      rates.take({ id: '1', max_qps }, activities, now);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      return (error as { retryAfter_s: number }).retryAfter_s;
    }
  });
}

describe('a limit of activities per second', () => {
  it.each<[string, number | undefined, [number, number][], (boolean | number)[]]>([
    ['no limit', undefined, [[0, 1_000_000]], [true]],
    [
      'a burst of one second',
      3,
      [
        [0, 2],
        [0, 1],
        [0, 1],
      ],
      [true, true, 1],
    ],
    [
      'later activities in their time',
      2,
      [
        [0, 2],
        [400, 1],
        [500, 1],
        [1_000, 1],
        [1_000, 1],
      ],
      [true, 1, true, true, 1],
    ],
    [
      'not more than a burst after a pause',
      2,
      [
        [0, 1],
        [60_000, 2],
        [60_000, 1],
      ],
      [true, true, 1],
    ],
    [
      'lines together, all or none',
      4,
      [
        [0, 5],
        [0, 4],
        [0, 1],
      ],
      [1, true, 1],
    ],
    [
      'more than a burst, after the time that the refusal says',
      4,
      [
        [0, 10],
        [1_000, 10],
        [2_000, 10],
        [3_000, 5],
      ],
      [2, 1, true, 1],
    ],
    [
      'a burst only, after a long time without the refused request',
      4,
      [
        [0, 10],
        [600_000, 10],
        [600_000, 4],
        [600_000, 1],
      ],
      [2, 2, true, 1],
    ],
    [
      'less than one per second',
      0.25,
      [
        [0, 1],
        [1_000, 1],
        [4_000, 1],
      ],
      [true, 3, true],
    ],
    [
      'one in a long time',
      1e-9,
      [
        [0, 1],
        [0, 1],
      ],
      [true, 3_600],
    ],
  ])('lets pass: %s', (_case, max_qps, sendings, taken) => expect(sendAll(max_qps, sendings)).toEqual(taken));

  it('is counted for each key, and follows a change of the key', () => {
    const rates = new ActivityRates();
    rates.take({ id: '2', max_qps: 1 }, 1, 0);
    expect(
      sendAll(
        1,
        [
          [0, 1],
          [0, 1],
        ],
        rates,
      ),
    ).toEqual([true, 1]);
    expect(sendAll(10, [[1_000, 10]], rates)).toEqual([true]);
  });

  it('lets a request of any size pass the second time, after what the first answer says, unless others come', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1_000 }), (max_qps, activities) => {
        const rates = new ActivityRates();
        const [first] = sendAll(max_qps, [[0, activities]], rates);
        const later = typeof first === 'number' ? first * 1_000 : 0;
        expect(first === true || sendAll(max_qps, [[later, activities]], rates)[0]).toBe(true);
      }),
    ));

  it('is never exceeded by more than a burst', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 60 })), { minLength: 1 }),
        (max_qps, gaps) => {
          let now = 0;
          const sendings = gaps.map(([gap, activities]): [number, number] => [(now += gap), activities]);
          const taken = sendAll(max_qps, sendings);
          const sum = sendings.reduce((all, [, activities], at) => all + (taken[at] === true ? activities : 0), 0);
          expect(sum).toBeLessThanOrEqual(max_qps + (now / 1_000) * max_qps + 1e-6);
        },
      ),
    ));
});
