import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collectionsCounted } from '@tributary/contracts/topics/topics';
import { collections, type CollectionsCounted } from '@tributary/contracts/tracking/user-point';
import { aCaller, bootAnalytics, type BootedAnalytics } from './booted-analytics.js';

let directory: string;
let app: BootedAnalytics;

const today = new Date().toISOString().slice(0, 10);
const noon = Date.parse(`${today}T12:00:00Z`);
const dayMs = 86_400_000;
const yesterday = new Date(noon - dayMs).toISOString().slice(0, 10);

type Counts = CollectionsCounted['counts'];
const nothing = Object.fromEntries(collections.map((name) => [name, 0])) as Counts;

const measure = (datamart_id: string, ts: number, counts: Partial<Counts>) =>
  app.publisher.publish(collectionsCounted, [
    { id: randomUUID(), value: { datamart_id, ts, counts: { ...nothing, ...counts } } },
  ]);

/** Checks the reports of collections on the store that the settings name. */
export function checkCollections(settings: () => object): void {
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'analytics-'));
    app = await bootAnalytics(directory, [], settings());
    await measure('1', noon - dayMs, { UserPoint: 5, UserActivity: 50 });
    await measure('1', noon + 3_600_000, { UserPoint: 8, UserActivity: 90 });
    await measure('1', noon, { UserPoint: 9, UserActivity: 80 });
    await measure('11', noon, { UserPoint: 100 });
    await measure('2', noon, { UserPoint: 1_000 });
    await measure('3', noon, { UserPoint: 10_000 });
  });
  afterAll(async () => {
    await app.stop();
    await rm(directory, { recursive: true });
  });

  const named = (dimension_name: string, ...expressions: unknown[]) => ({
    dimension_name,
    operator: 'IN_LIST',
    expressions,
  });
  const only = (...filters: object[]) => ({ dimension_filter_clauses: { operator: 'AND', filters } });
  const someCollections = named('collection', 'UserPoint', 'UserActivity');
  const aReport = (difference: object = {}) => ({
    metrics: [{ expression: 'count' }],
    dimensions: [] as object[],
    date_ranges: [{ start_date: 'now-7d/d', end_date: today }],
    ...only(named('datamart_id', 1), someCollections),
    ...difference,
  });

  async function ask(difference: object = {}, caller = aCaller()) {
    const response = await app.post('/v1/platform_monitoring/collections', aReport(difference), caller);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  async function rows(difference: object = {}, caller = aCaller()): Promise<unknown[][]> {
    const { status, body } = await ask(difference, caller);
    expect([status, body]).toEqual([200, expect.anything()]);
    return (body.data as { report_view: { rows: unknown[][] } }).report_view.rows;
  }
  const by = (...names: string[]) => ({ dimensions: names.map((name) => ({ name })) });

  describe('a report of collections', () => {
    it('has the envelope of a report, ids as numbers', async () => {
      const dimensions = by('organisation_id', 'community_id', 'datamart_id', 'collection');
      expect((await ask(dimensions)).body).toEqual({
        status: 'ok',
        data: {
          report_view: {
            items_per_page: 100,
            total_items: 2,
            columns_headers: ['organisation_id', 'community_id', 'datamart_id', 'collection', 'count'],
            column_headers: ['organisation_id', 'community_id', 'datamart_id', 'collection', 'count'],
            rows: [
              [1, 1, 1, 'UserActivity', 90],
              [1, 1, 1, 'UserPoint', 8],
            ],
          },
        },
      });
    });

    it('uses the latest measurement of the range, not the last received, and sums over collections', async () => {
      expect(await rows()).toEqual([[98]]);
      expect(await rows(by('collection'))).toEqual([
        ['UserActivity', 90],
        ['UserPoint', 8],
      ]);
    });

    it('uses the latest measurement of each day, or of each time', async () => {
      expect(await rows(by('date_yyyy_mm_dd'))).toEqual([
        [yesterday, 55],
        [today, 98],
      ]);
      expect(await rows(by('date_time'))).toEqual([
        [noon - dayMs, 55],
        [noon, 89],
        [noon + 3_600_000, 98],
      ]);
    });

    it('counts a repeated measurement once', async () => {
      await measure('1', noon, { UserPoint: 9, UserActivity: 80 });
      expect(await rows({ ...by('date_time'), ...only(named('datamart_id', 1), named('date_time', noon)) })).toEqual([
        [noon, 89],
      ]);
    });

    it('sums over the datamarts of an organisation and of a community', async () => {
      expect(await rows(only(named('organisation_id', '1'), named('collection', 'UserPoint')))).toEqual([[108]]);
      const community = only(named('community_id', 1), named('collection', 'UserPoint'));
      expect(await rows({ ...by('datamart_id'), ...community }, aCaller('COMMUNITY_ADMIN'))).toEqual([
        [1, 8],
        [2, 1_000],
        [11, 100],
      ]);
    });

    it('combines filters with OR by default, or with AND', async () => {
      const filters = [named('datamart_id', 11), named('collection', 'UserActivity')];
      expect(await rows({ dimension_filter_clauses: { filters } })).toEqual([[190]]);
      expect(await rows({ dimension_filter_clauses: { operator: 'OR', filters } })).toEqual([[190]]);
      expect(await rows({ dimension_filter_clauses: { operator: 'AND', filters } })).toEqual([[0]]);
    });

    it('counts only the datamarts that the caller may read', async () => {
      const everything = { dimension_filter_clauses: null, ...by('datamart_id') };
      expect(await rows(everything)).toEqual([
        [1, 98],
        [11, 100],
      ]);
      expect(await rows(everything, aCaller('COMMUNITY_ADMIN'))).toEqual([
        [1, 98],
        [2, 1_000],
        [11, 100],
      ]);
      expect(await rows(everything, { user_id: '7', roles: [] })).toEqual([]);
      const any = { dimension_filter_clauses: { filters: [{ ...named('collection', 'x'), not: true }] } };
      expect(await rows(any)).toEqual([[198]]);
    });

    it('filters by a negated id, or by a part of an id', async () => {
      const others = { ...named('datamart_id', 1), not: true };
      expect(await rows(only(others, named('collection', 'UserPoint')))).toEqual([[100]]);
      const like = { dimension_name: 'datamart_id', operator: 'LIKE', expressions: ['1'] };
      expect(await rows(only(like, named('collection', 'UserPoint')))).toEqual([[108]]);
    });

    it('uses only the first datamart of a filter EXACT', async () => {
      const exact = { dimension_name: 'datamart_id', operator: 'EXACT', expressions: ['11', '3'] };
      expect(await rows(only(exact))).toEqual([[100]]);
    });

    it('has one row of zero without measurements, and no row with a dimension', async () => {
      const range = { date_ranges: [{ start_date: 'now-2M', end_date: 'now-1M' }] };
      expect(await rows(range)).toEqual([[0]]);
      expect(await rows({ ...range, ...by('collection') })).toEqual([]);
    });

    it('sorts by order_by', async () => {
      expect(await rows({ ...by('collection'), order_by: { field_name: '-count' } })).toEqual([
        ['UserActivity', 90],
        ['UserPoint', 8],
      ]);
      expect(await rows({ ...by('collection'), order_by: { field_name: 'count' } })).toEqual([
        ['UserPoint', 8],
        ['UserActivity', 90],
      ]);
    });
  });

  describe('refusing', () => {
    it.each([
      ['no filters in a clause', only(), 'dimension_filter_clauses.filters: '],
      ['a dimension of the other cube', by('channel_id'), 'dimensions[0].name: '],
      ['a metric of the other cube', { metrics: [{ expression: 'users' }] }, 'metrics[0].expression: '],
    ])('%s, naming the field', async (_case, difference, message) => {
      const { status, body } = await ask(difference);
      expect([status, body.error_code, body.error]).toEqual([
        400,
        'BAD_REQUEST_DATA',
        expect.stringContaining(message),
      ]);
    });

    it.each([
      ['a datamart of another organisation', named('datamart_id', 1, 2), aCaller()],
      ['a negated datamart of another organisation', { ...named('datamart_id', 2), not: true }, aCaller()],
      ['a datamart that does not exist', named('datamart_id', 99), aCaller()],
      ['a datamart that is not an integer', named('datamart_id', 'one'), aCaller()],
      ['another organisation', named('organisation_id', 2), aCaller()],
      ['an organisation of another community', named('organisation_id', 3), aCaller('COMMUNITY_ADMIN')],
      ['a community for a caller that is not its admin', named('community_id', 1), aCaller('ORGANISATION_ADMIN')],
      ['another community', named('community_id', 2), aCaller('COMMUNITY_ADMIN')],
    ])('%s is forbidden', async (_case, filter, caller) => {
      const { status, body } = await ask(only(filter), caller);
      expect([status, body.error_code]).toEqual([403, 'AUTHORIZATION_ERROR']);
    });

    it('a second id in which the caller has no role is forbidden, too', async () => {
      expect((await ask(only(named('datamart_id', 1), named('organisation_id', 3)))).status).toBe(403);
    });
  });
}
