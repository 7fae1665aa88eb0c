import { describe, expect, it } from '@jest/globals';
import { resolveDateRange } from '@tributary/contracts/rules/date-range';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { dayMs, minuteMs } from '@tributary/contracts/rules/time-units';
import fc from 'fast-check';
import { dateDimensionOf } from '../values/date-dimensions.js';
import { formatDate } from '../values/date-format.js';
import { readWholeReport } from './read-whole-report.js';
import type { ReportRequest, ReportValue, ReportView } from './report.js';
import { sortRows } from './sort-rows.js';

/** Clocks change on 2026-10-25 in Berlin, an hour that occurs twice. */
const now = Date.UTC(2026, 10, 10, 12);
const oldest = now - 40 * dayMs;

interface Fact {
  ts: number;
  channel: string | null;
}

const request = (dimensions: string[], order?: string): ReportRequest => ({
  metrics: [{ expression: 'sessions' }],
  dimensions: dimensions.map((name) => ({ name })),
  date_ranges: [{ start_date: 'now-40d/d', end_date: 'now' }],
  ...(order !== undefined && { order_by: { field_name: order } }),
});

/** All rows of a report, counted in one go. */
function countRows(facts: Fact[], asked: ReportRequest, zone: ReportZone): ReportValue[][] {
  const [range] = asked.date_ranges;
  const resolved = resolveDateRange(range ?? { start_date: '', end_date: '' }, now, zone);
  if (resolved.kind === 'problem') throw new Error(resolved.message);
  const { from, to } = resolved.period;
  const keysOf = ({ ts, channel }: Fact) =>
    asked.dimensions.map(({ name }) => {
      const date = dateDimensionOf(name);
      return date ? formatDate(zone.toLocal(ts), date.format) : channel;
    });
  const within = facts.filter(({ ts }) => ts >= from && ts <= to);
  const groups = Map.groupBy(within, (fact) => JSON.stringify(keysOf(fact)));
  const rows = [...groups].map(([key, group]) => [...(JSON.parse(key) as ReportValue[]), group.length]);
  return sortRows(rows, asked);
}

/** Answers as the server does: the first 100 rows in their order. */
function serve(facts: Fact[], timeZone: string) {
  const asked: ReportRequest[] = [];
  const ask = (one: ReportRequest) => {
    asked.push(one);
    const rows = countRows(facts, one, new ReportZone(timeZone)).slice(0, 100);
    const view: ReportView = { items_per_page: 100, total_items: rows.length, columns_headers: [], rows };
    return Promise.resolve({ view, now, timeZone, watermark: now - asked.length });
  };
  return { asked, ask };
}

const everyMinutes = (minutes: number, channels: (string | null)[] = ['1']): Fact[] =>
  Array.from({ length: Math.floor((now - oldest) / (minutes * minuteMs)) }, (_each, index) => ({
    ts: now - index * minutes * minuteMs,
    channel: channels[index % channels.length] ?? null,
  }));

const anyFacts = fc.array(
  fc.record({ ts: fc.integer({ min: oldest, max: now }), channel: fc.constantFrom('1', '10', 'é', '😀', '￿', null) }),
  { minLength: 100, maxLength: 1_200 },
);

describe('readWholeReport', () => {
  it('reads the rows that the server would answer if it answered all', () =>
    fc.assert(
      fc.asyncProperty(
        anyFacts,
        fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'),
        fc.constantFrom<string[]>(
          ['date_yyyy_mm_dd', 'channel_id'],
          ['channel_id', 'date_yyyymmdd'],
          ['date_yyyy_mm_dd_hh'],
          ['date_yyyymmdd', 'date_yyyymmddhh'],
        ),
        fc.constantFrom(undefined, '-sessions', '-date'),
        async (facts, timeZone, dimensions, order) => {
          const one = request(dimensions, order === '-date' ? `-${dimensions[0]}` : order);
          const { ask } = serve(facts, timeZone);
          const { view, shown } = await readWholeReport(one, ask);
          const rows = countRows(facts, one, new ReportZone(timeZone));
          expect({ shown, rows: view.rows, total: view.total_items }).toEqual({
            shown: 'all',
            rows,
            total: rows.length,
          });
        },
      ),
      { numRuns: 60 },
    ));

  it.each(['UTC', 'Europe/Berlin'])('reads 40 days of hours in %s in some 20 requests', async (timeZone) => {
    const { ask, asked } = serve(everyMinutes(30), timeZone);
    const one = request(['date_yyyy_mm_dd_hh']);
    const { view, shown, period, watermark } = await readWholeReport(one, ask);
    expect({ shown, rows: view.rows }).toEqual({
      shown: 'all',
      rows: countRows(everyMinutes(30), one, new ReportZone(timeZone)),
    });
    expect(period?.to).toBe(now);
    expect(watermark).toBe(now - asked.length);
    expect(asked.length).toBeLessThan(40);
  });

  it('asks once for less than 100 rows', async () => {
    const { ask, asked } = serve(everyMinutes(60), 'UTC');
    await readWholeReport(request(['date_yyyy_mm_dd']), ask);
    expect(asked).toHaveLength(1);
  });

  it('reads the newest rows of far too many, without the part of a date, after a few requests', async () => {
    const facts = everyMinutes(1, ['1', '2', '3']);
    const { ask, asked } = serve([...facts, ...facts.map(({ ts }) => ({ ts, channel: '9' }))], 'UTC');
    const one = request(['date_yyyy_mm_dd_hh_mm', 'channel_id']);
    const { view, shown } = await readWholeReport(one, ask);
    expect(shown).toBe('newest');
    expect(view.rows.at(-1)?.[0]).toBe('2026-11-10T12:00');
    const minutes = Map.groupBy(view.rows, ([minute]) => minute);
    expect(new Set([...minutes.values()].map((rows) => rows.length))).toEqual(new Set([2]));
    expect(asked.length).toBeLessThan(10);
  });

  it.each([
    ['the largest rows of a report without dates', undefined, 'largest'],
    ['the first rows in the order of its author', 'channel_id', 'first'],
  ])('reads %s', async (_case, order, expected) => {
    const facts = everyMinutes(
      60,
      Array.from({ length: 150 }, (_each, index) => `c${Math.min(index, 149 - index)}-${index % 140}`),
    );
    const one = request(['channel_id'], order);
    const { view, shown } = await readWholeReport(one, serve(facts, 'UTC').ask);
    const order_by = { field_name: order ?? '-sessions' };
    expect(shown).toBe(expected);
    expect(view.rows).toEqual(countRows(facts, { ...one, order_by }, new ReportZone('UTC')).slice(0, 100));
  });
});
