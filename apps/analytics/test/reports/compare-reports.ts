import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ReportRequest } from '@tributary/contracts/analytics/report';
import fc from 'fast-check';
import { activitiesCube } from '../../src/reports/activities.cube.js';
import { compileReport } from '../../src/reports/compile-report.js';
import { periodOf } from '../../src/reports/period-of.js';
import { reportView } from '../../src/reports/report-view.js';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { anyFilter, anyRequest, anyHistory, now } from './any-report.js';
import { aMerge, aMessage, anErasure, aSegmentChange } from '../messages.js';
import { evaluate, type History } from './report-oracle.js';
import type { TestStore } from '../stores.js';

let facts: TestStore;
let datamarts = 0;

/** Stores the history in several messages, in an order that `seed` picks. Some activities are sent twice. */
async function publish(history: History, seed: number): Promise<string> {
  const datamart_id = String(++datamarts);
  const at = { datamart_id };
  const { store } = facts;
  const [some, others] = halves(history.activities, seed);
  const steps = [
    () => some.length > 0 && store.storeActivities([aMessage({ datamart_id, activities: some })]),
    () =>
      others.length > 0 &&
      store.storeActivities([
        aMessage({ datamart_id, activities: others }),
        aMessage({ datamart_id, activities: others }),
      ]),
    () => history.erased.length > 0 && store.eraseUserPoints([anErasure(history.erased, at)]),
    ...halves(history.changes, seed).map(
      (changes) => () => changes.length > 0 && store.changeSegments([aSegmentChange(changes, at)]),
    ),
    ...halves(history.merges, seed).map(
      (merges) => () => merges.length > 0 && store.mergeUserPoints([aMerge(merges, at)]),
    ),
  ];
  const order = new Map(steps.map((step, index) => [step, Math.imul(seed + index, 2_654_435_761) >>> 0]));
  for (const step of steps.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))) await step();
  return datamart_id;
}

const halves = <T>(all: T[], seed: number): [T[], T[]] => [
  all.filter((_, index) => (index + seed) % 3 > 0),
  all.filter((_, index) => (index + seed) % 3 === 0),
];

const zoneOf = ({ time_zone }: ReportRequest) => new ReportZone(time_zone ?? 'UTC');

/** The rows of a report that is requested at the time of `any-report`. */
export async function askStore({ store }: TestStore, datamart_id: string, request: ReportRequest) {
  const { dialect } = store;
  const zone = zoneOf(request);
  const period = periodOf(request.date_ranges[0], now, zone);
  const cube = activitiesCube(dialect, { datamart_id, period, zone, now });
  const { columns, statement } = compileReport(dialect, request, cube);
  return reportView(columns, await store.query(statement, [datamart_id])).rows;
}

const ask = (datamart_id: string, request: ReportRequest) => askStore(facts, datamart_id, request);

const over = (start_date: string, end_date: string) => ({
  date_ranges: [{ start_date, end_date }] as ReportRequest['date_ranges'],
});
const sums = ['sessions', 'number_of_transactions', 'revenue'].map((expression) => ({ expression }));

/** How often each law is tried. */
interface Runs {
  reports: number;
  negations: number;
  days: number;
}

/** Compares the reports of a store with those of the naive implementation. */
export function compareReports(open: () => Promise<TestStore>, { reports: numRuns, negations, days }: Runs): void {
  beforeAll(async () => {
    facts = await open();
  });
  afterAll(() => facts.close());

  it('every report equals the naive implementation, for any history in any order', async () => {
    let reports = 0;
    const anyRequests = fc.array(anyRequest, { minLength: 17, maxLength: 17 });
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.nat(1_000), anyRequests, async (history, seed, requests) => {
        const datamart_id = await publish(history, seed);
        const answers = await Promise.all(requests.map((request) => ask(datamart_id, request)));
        for (const [index, request] of requests.entries()) {
          const period = periodOf(request.date_ranges[0], now, zoneOf(request));
          expect(answers[index]).toEqual(evaluate(history, request, period, now));
          reports++;
        }
      }),
      { numRuns },
    );
    expect(reports).toBeGreaterThanOrEqual(numRuns * 17);
  });

  it('a filter and its negation add up to the whole', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.nat(1_000), anyFilter, async (history, seed, filter) => {
        const datamart_id = await publish(history, seed);
        const total = async (dimension_filter_clauses?: object) => {
          const request = { ...over('now-3d', 'now+1d'), metrics: sums.slice(0, 2), dimension_filter_clauses };
          return (await ask(datamart_id, request as ReportRequest))[0] as number[];
        };
        const [whole, with_, without] = await Promise.all([
          total(),
          total({ filters: [{ ...filter, not: false }] }),
          total({ filters: [{ ...filter, not: true }] }),
        ]);
        expect(with_.map((value, index) => value + (without[index] ?? NaN))).toEqual(whole);
      }),
      { numRuns: negations },
    );
  });

  it('the days of a range add up to the range', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.nat(1_000), async (history, seed) => {
        const datamart_id = await publish(history, seed);
        const range = over('now-3d/d', 'now+2d/d');
        const [whole] = await ask(datamart_id, { ...range, metrics: sums });
        const days = await ask(datamart_id, { ...range, metrics: sums, dimensions: [{ name: 'date_yyyymmdd' }] });
        for (const [index, value] of (whole as number[]).entries()) {
          expect(days.reduce((sum, day) => sum + Number(day[index + 1]), 0)).toBeCloseTo(value, 3);
        }
      }),
      { numRuns: days },
    );
  });
}
