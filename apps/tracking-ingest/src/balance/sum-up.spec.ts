import { describe, expect, it } from '@jest/globals';
import { sumUp, type BalanceRow } from './sum-up.js';

const minute = 60_000;
const hour = 60 * minute;
const now = 100 * hour;
/** Of an hour that is over. */
const aRow = (difference: Partial<BalanceRow> = {}): BalanceRow => {
  const row = { accepted: 10, unsure: 0, stored: 10, duplicate: 0, erased: 0, rejected: 0, ...difference };
  const ended = row.stored + row.duplicate + row.erased + row.rejected;
  return { datamart_id: '1', hour_ts: now - 3 * hour, difference: row.accepted - ended, ...row };
};

describe('sumUp', () => {
  it.each([
    ['all that was accepted is stored', {}, 0, 0],
    ['it came to other ends', { stored: 6, duplicate: 1, erased: 1, rejected: 2 }, 0, 0],
    ['some is nowhere', { stored: 7 }, 3, 0],
    ['some is nowhere though more may have been written', { stored: 7, unsure: 5 }, 3, 0],
    ['more came than a gateway could tell of', { stored: 14 }, 0, 4],
    ['more came, which was answered 503', { stored: 14, unsure: 4 }, 0, 0],
    ['more came than was answered at all', { stored: 14, unsure: 3 }, 0, 1],
    ['dead letters were given back, and stored', { stored: 10, rejected: 3 }, 0, 0],
    ['nothing was accepted', { accepted: 0, stored: 0 }, 0, 0],
  ])('balances an hour in which %s', (_case, difference, missing, surplus) => {
    expect(sumUp([aRow(difference)], now)).toMatchObject({ missing, surplus });
  });

  it.each([
    ['the hour that is not over', now, 3, 0],
    ['an hour that ended nine minutes ago', now - hour - 9 * minute, 3, 0],
    ['an hour that ended ten minutes ago', now - hour - 10 * minute, 3, 3],
  ])('takes what is not there of %s for in flight', (_case, hour_ts, in_flight, missing) => {
    expect(sumUp([aRow({ stored: 7, hour_ts })], now)).toMatchObject({ in_flight, missing });
  });

  it('lets no surplus of one hour or datamart hide a loss of another', () => {
    const rows = [
      aRow({ stored: 7 }),
      aRow({ stored: 13, hour_ts: now - 4 * hour }),
      aRow({ stored: 13, datamart_id: '2' }),
    ];
    expect(sumUp(rows, now)).toMatchObject({ missing: 3, surplus: 6, in_flight: 3 });
  });

  it('adds up the states, and names at most ten datamarts, the worst first', () => {
    const rows = Array.from({ length: 20 }, (_, index) =>
      aRow({ datamart_id: String(index), stored: 10 - (index % 4) }),
    );
    const { totals, worst } = sumUp(rows, now);
    expect(totals).toMatchObject({ accepted: 200, stored: 170 });
    expect(worst).toHaveLength(10);
    expect(worst.slice(0, 6).map(({ difference }) => difference)).toEqual([3, 3, 3, 3, 3, 2]);
  });
});
