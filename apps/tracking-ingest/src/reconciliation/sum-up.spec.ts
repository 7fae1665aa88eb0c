import { describe, expect, it } from '@jest/globals';
import { activityOutcomes } from './count-outcomes.js';
import { sumUp, type ReconciliationRow } from './sum-up.js';

const minute = 60_000;
const hour = 60 * minute;
const now = 100 * hour;
/** A row of a completed hour. */
const aRow = (difference: Partial<ReconciliationRow> = {}): ReconciliationRow => {
  const outcomes = { stored: 10, duplicate: 0, erased: 0, refused_by_choice: 0, dropped: 0, dropped_on_error: 0 };
  const row = { accepted: 10, uncertain: 0, ...outcomes, rejected: 0, ...difference };
  const ended = activityOutcomes.reduce((sum, outcome) => sum + row[outcome], row.rejected);
  return { datamart_id: '1', hour_ts: now - 3 * hour, difference: row.accepted - ended, ...row };
};

/** A datamart without analyzers. */
const noWait = () => 0;

describe('sumUp', () => {
  it.each([
    ['every accepted activity is stored', {}, 0, 0],
    ['activities have other outcomes', { stored: 5, duplicate: 1, erased: 1, refused_by_choice: 1, rejected: 2 }, 0, 0],
    ['analysis dropped activities', { stored: 5, dropped: 3, dropped_on_error: 2 }, 0, 0],
    ['analysis dropped activities and others are missing', { stored: 5, dropped: 2, dropped_on_error: 1 }, 2, 0],
    ['activities are missing', { stored: 7 }, 3, 0],
    ['activities are missing although others are uncertain', { stored: 7, uncertain: 5 }, 3, 0],
    ['more activities arrived than gateways reported', { stored: 14 }, 0, 4],
    ['the surplus was answered 503', { stored: 14, uncertain: 4 }, 0, 0],
    ['the surplus is greater than what was answered 503', { stored: 14, uncertain: 3 }, 0, 1],
    ['replayed dead letters were stored', { stored: 10, rejected: 3 }, 0, 0],
    ['no activity was accepted', { accepted: 0, stored: 0 }, 0, 0],
  ])('reconciles an hour in which %s', (_case, difference, missing, surplus) => {
    expect(sumUp([aRow(difference)], now, noWait)).toMatchObject({ missing, surplus });
  });

  it.each([
    ['the current hour', now, 3, 0],
    ['an hour that ended nine minutes ago', now - hour - 9 * minute, 3, 0],
    ['an hour that ended ten minutes ago', now - hour - 10 * minute, 3, 3],
  ])('distinguishes in flight from missing in %s', (_case, hour_ts, in_flight, missing) => {
    expect(sumUp([aRow({ stored: 7, hour_ts })], now, noWait)).toMatchObject({ in_flight, missing });
  });

  it.each([
    ['an hour that ended ten minutes ago', now - hour - 10 * minute, 3, 0],
    ['an hour that ended 69 minutes ago', now - hour - 69 * minute, 3, 0],
    ['an hour that ended 70 minutes ago', now - hour - 70 * minute, 3, 3],
  ])('allows activities to wait for their analysis in %s', (_case, hour_ts, in_flight, missing) => {
    const own = sumUp([aRow({ stored: 7, hour_ts })], now, () => hour);
    expect(own).toMatchObject({ in_flight, missing, worst: missing ? [{ datamart_id: '1', difference: 3 }] : [] });
  });

  it('allows it in datamarts with analyzers only', () => {
    const hour_ts = now - hour - 10 * minute;
    const rows = ['1', '2'].map((datamart_id) => aRow({ datamart_id, stored: 7, hour_ts }));
    const { missing, worst } = sumUp(rows, now, (datamart_id) => (datamart_id === '1' ? hour : 0));
    expect({ missing, worst }).toEqual({ missing: 3, worst: [{ datamart_id: '2', difference: 3 }] });
  });

  it('does not let a surplus hide missing activities of another hour or datamart', () => {
    const rows = [
      aRow({ stored: 7 }),
      aRow({ stored: 13, hour_ts: now - 4 * hour }),
      aRow({ stored: 13, datamart_id: '2' }),
    ];
    expect(sumUp(rows, now, noWait)).toMatchObject({ missing: 3, surplus: 6, in_flight: 3 });
  });

  it('sums the states and lists at most ten datamarts, the largest difference first', () => {
    const rows = Array.from({ length: 20 }, (_, index) =>
      aRow({ datamart_id: String(index), stored: 10 - (index % 4) }),
    );
    const { totals, worst } = sumUp(rows, now, noWait);
    expect(totals).toMatchObject({ accepted: 200, stored: 170 });
    expect(worst).toHaveLength(10);
    expect(worst.slice(0, 6).map(({ difference }) => difference)).toEqual([3, 3, 3, 3, 3, 2]);
  });
});
