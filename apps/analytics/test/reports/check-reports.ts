import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { explainedRangeHeader } from '@tributary/contracts/analytics/explanation';
import type { StoredActivity } from '@tributary/contracts/tracking/activity';
import type { Topic } from '@tributary/contracts/topics/topic';
import { activityStored, segmentChanged, userPointErased, userPointsMerged } from '@tributary/contracts/topics/topics';
import { bootAnalytics, type BootedAnalytics } from '../booted-analytics.js';
import { FactStore } from '../../src/facts/fact.store.js';
import { anActivity } from '../messages.js';
import { completeBackfill } from '../stores.js';
import { aReport, checkRefusedReports } from './check-refused-reports.js';

let directory: string;
let app: BootedAnalytics;

/** Checks the reports of the API on the store that the settings name. */
export function checkReports(settings: () => object): void {
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'analytics-'));
    app = await bootAnalytics(directory, [], settings());
  });
  afterAll(async () => {
    await app.stop();
    await rm(directory, { recursive: true });
  });

  const publish = (datamart_id: string, activities: StoredActivity[], { id = randomUUID(), time = Date.now() } = {}) =>
    app.publisher.publish(activityStored, [{ id, time, value: { datamart_id, activities } }]);

  async function ask(datamart_id: string, body: unknown = aReport()) {
    const response = await app.post(`/v1/datamarts/${datamart_id}/user_activities_analytics`, body);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  }

  const view = async (datamart_id: string, difference: object = {}) => {
    const { status, body } = await ask(datamart_id, aReport(difference));
    expect(status).toBe(200);
    return (body.data as { report_view: { rows: unknown[][]; total_items: number } }).report_view;
  };
  const rows = async (datamart_id: string, difference: object) => (await view(datamart_id, difference)).rows;

  describe('a report', () => {
    const datamart = '10';
    const [ann, bob] = [randomUUID(), randomUUID()];
    const today = new Date().toISOString().slice(0, 10);
    const noon = Date.parse(`${today}T12:00:00Z`);
    const range = [{ start_date: today, end_date: today }];

    beforeAll(() =>
      publish(datamart, [
        anActivity({ user_point_id: ann, ts: noon, channel_id: '10' }),
        anActivity({ user_point_id: ann, ts: noon, channel_id: '9', type: 'APP_VISIT' }),
        anActivity({ user_point_id: bob, ts: noon, channel_id: '9' }),
        anActivity({ user_point_id: bob, ts: noon, channel_id: 'tv', type: 'EMAIL' }),
        anActivity({ user_point_id: bob, ts: noon, channel_id: null, type: 'CTV_VISIT' }),
        anActivity({ user_point_id: ann, ts: noon - 86_400_000, channel_id: '9' }),
      ]),
    );

    it('has the envelope, the headers and the page size of the API reference', async () => {
      const { status, headers, body } = await ask(
        datamart,
        aReport({ dimensions: [{ name: 'date_yyyy_mm_dd' }], date_ranges: range }),
      );
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(body).toEqual({
        status: 'ok',
        data: {
          report_view: {
            items_per_page: 100,
            total_items: 1,
            columns_headers: ['date_yyyy_mm_dd', 'users', 'sessions'],
            column_headers: ['date_yyyy_mm_dd', 'users', 'sessions'],
            rows: [[today, 2, 4]],
          },
        },
      });
    });

    it('that is to be explained names its range to the gateway', async () => {
      const { headers, body } = await ask(datamart, aReport({ date_ranges: range, explain: true }));
      const [from_ts, to_ts] = [Date.parse(today), Date.parse(today) + 86_399_999];
      expect(headers.get(explainedRangeHeader)).toBe(`${from_ts},${to_ts}`);
      const watermark = Number(headers.get('x-data-watermark'));
      expect((body.data as { explain: unknown }).explain).toEqual({ watermark, time_zone: 'UTC', from_ts, to_ts });
    });

    it('counts over the whole range without dimensions, including both ends', async () => {
      expect(await rows(datamart, {})).toEqual([[2, 5]]);
      const instant = new Date(noon).toISOString().slice(0, 19);
      expect(await rows(datamart, { date_ranges: [{ start_date: instant, end_date: instant }] })).toEqual([[2, 4]]);
    });

    it('sorts by its dimensions: numbers by value, then strings, then null; includes groups without sessions', async () => {
      expect(await rows(datamart, { dimensions: [{ name: 'channel_id' }], date_ranges: range })).toEqual([
        [9, 2, 2],
        [10, 1, 1],
        ['tv', 1, 0],
        [null, 1, 1],
      ]);
    });

    it('sorts by order_by, null last in both directions', async () => {
      const channels = async (field_name: string) =>
        (
          await rows(datamart, { dimensions: [{ name: 'channel_id' }], order_by: { field_name }, date_ranges: range })
        ).map(([id]) => id);
      expect(await channels('-channel_id')).toEqual(['tv', 10, 9, null]);
      expect(await channels('-sessions')).toEqual([9, 10, null, 'tv']);
      expect(await channels('users')).toEqual([10, 'tv', null, 9]);
    });

    it('lists the values of dimensions without metrics', async () => {
      const dimensions = [{ name: 'type' }, { name: 'channel_id' }];
      expect(await rows(datamart, { metrics: null, dimensions, date_ranges: range })).toEqual([
        ['APP_VISIT', 9],
        ['CTV_VISIT', null],
        ['EMAIL', 'tv'],
        ['SITE_VISIT', 9],
        ['SITE_VISIT', 10],
      ]);
    });

    it('applies merges, erasures and current segments', async () => {
      const [eve, merged, mergedToo] = [randomUUID(), randomUUID(), randomUUID()];
      const datamart_id = '15';
      const send = async <T>(topic: Topic<T>, value: T) =>
        app.publisher.publish<T>(topic, [{ id: randomUUID(), value }]);
      await publish(datamart_id, [
        anActivity({ user_point_id: eve, channel_id: 'a' }),
        anActivity({ user_point_id: merged, channel_id: 'b' }),
        anActivity({ channel_id: 'c' }),
      ]);
      const change = { segment_id: '7', is_member: true, expiration_ts: Date.now() + 3_600_000, version: 1 };
      // A person is a member once, as each of the merged ones and as the survivor.
      const members = [eve, merged, mergedToo].map((user_point_id) => ({ ...change, user_point_id }));
      const former = { ...change, user_point_id: merged, segment_id: '8', expiration_ts: Date.now() - 1 };
      await send(segmentChanged, { datamart_id, changes: [...members, former] });
      const merges = [merged, mergedToo].map((merged_id) => ({ merged_id, survivor_id: eve }));
      await send(userPointsMerged, { datamart_id, merges });
      const bySegment = { dimensions: [{ name: 'segment_id' }] };
      expect(await rows(datamart_id, bySegment)).toEqual([
        [7, 1, 2],
        [null, 1, 1],
      ]);
      await send(userPointErased, { datamart_id, user_point_ids: [merged, eve] });
      await publish(datamart_id, [anActivity({ user_point_id: merged })]);
      expect(await rows(datamart_id, bySegment)).toEqual([[null, 1, 1]]);
    });

    it('filters before it groups, numbers and strings alike', async () => {
      const filtered = (operator: string | null, ...filters: object[]) =>
        rows(datamart, { date_ranges: range, dimension_filter_clauses: { operator, filters } });
      const channel = { dimension_name: 'channel_id', operator: 'EXACT', expressions: [9] };
      expect(await filtered(null, channel)).toEqual([[2, 2]]);
      expect(await filtered(null, { ...channel, expressions: ['9'] })).toEqual([[2, 2]]);
      expect(await filtered(null, { ...channel, not: true })).toEqual([[2, 2]]);
      expect(
        await filtered('AND', channel, { dimension_name: 'type', operator: 'LIKE', expressions: ['app_'] }),
      ).toEqual([[1, 1]]);
      expect(
        await filtered('OR', channel, { dimension_name: 'type', operator: 'IN_LIST', expressions: ['EMAIL', 'TOUCH'] }),
      ).toEqual([[2, 2]]);
    });

    it('combines groups of filters', async () => {
      const channel = (id: number) => ({ dimension_name: 'channel_id', operator: 'EXACT', expressions: [id] });
      const app = { dimension_name: 'type', operator: 'LIKE', expressions: ['app_'] };
      const both = { operator: 'AND', filters: [{ operator: 'OR', filters: [channel(9), channel(1_234)] }, app] };
      expect(await rows(datamart, { date_ranges: range, dimension_filter_clauses: both })).toEqual([[1, 1]]);
      const flat = { operator: 'OR', filters: [channel(9), channel(1_234), app] };
      expect(await rows(datamart, { date_ranges: range, dimension_filter_clauses: flat })).not.toEqual([[1, 1]]);
    });

    it('accepts a hundred filters, and lists of thousands', async () => {
      const expressions = Array.from({ length: 10_000 }, (_, index) => `channel ${index}`);
      const filter = (expressions: string[]) => ({ dimension_name: 'channel_id', operator: 'IN_LIST', expressions });
      const filters = [filter(expressions), ...Array.from({ length: 98 }, () => filter(['x', 'y'])), filter(['tv'])];
      expect(await rows(datamart, { date_ranges: range, dimension_filter_clauses: { filters } })).toEqual([[1, 0]]);
    });

    it('limits the cost of hostile requests: ten columns of each kind, a hundred filters on multi-valued dimensions', async () => {
      const events = Array.from({ length: 300 }, (_, index) => `event ${index % 40}`);
      await publish(
        '14',
        events.map((event, index) => anActivity({ ts: noon + index, event_types: [event, '$page_view', `x${index}`] })),
      );
      const dimensions = [
        'event_type',
        'segment_id',
        'date_time',
        'date_yyyy_mm_dd_hh_mm',
        'channel_id',
        'type',
        'transaction_amount',
        'has_bounced',
        'session_duration',
        'location_city',
      ].map((name) => ({ name }));
      const metrics = [
        'users',
        'sessions',
        'revenue',
        'number_of_transactions',
        'avg_session_duration',
        'conversion_rate',
        'avg_number_of_user_events',
        'avg_number_of_transactions_per_user_point',
        'avg_transaction_amount',
        'avg_revenue_per_user_point',
      ].map((expression) => ({ expression }));
      const many = { dimensions, metrics, date_ranges: range, order_by: { field_name: '-event_type' } };
      expect((await view('14', many)).total_items).toBe(100);
      const filters = Array.from({ length: 100 }, (_, index) => ({
        dimension_name: index % 2 ? 'event_type' : 'segment_id',
        not: index % 3 === 0,
        operator: index % 5 ? 'IN_LIST' : 'LIKE',
        expressions: Array.from({ length: 100 }, (_, value) => `event ${index}/${value}`),
      }));
      const { status } = await ask('14', aReport({ ...many, dimension_filter_clauses: { filters } }));
      expect([200, 503]).toContain(status);
      expect(await rows('14', { date_ranges: range })).toEqual([[300, 300]]);
    });

    it('has one row of zeros without dimensions, and no row with a dimension, if there are no facts', async () => {
      expect(await view('11')).toMatchObject({ total_items: 1, rows: [[0, 0]] });
      expect(await view('11', { dimensions: [{ name: 'type' }] })).toMatchObject({ total_items: 0, rows: [] });
    });

    it('returns the first 100 rows in its order', async () => {
      await publish(
        '12',
        Array.from({ length: 150 }, (_, index) => anActivity({ channel_id: String(index) })),
      );
      const { total_items, rows } = await view('12', {
        dimensions: [{ name: 'channel_id' }],
        order_by: { field_name: '-channel_id' },
      });
      expect([total_items, rows.length, rows[0]?.[0], rows.at(-1)?.[0]]).toEqual([100, 100, 149, 50]);
    });

    it('returns the watermark of the datamart', async () => {
      const watermark = async (id: string) => (await ask(id)).headers.get('x-data-watermark');
      expect(await watermark('13')).toBe('0');
      await publish('13', [anActivity()], { time: 1_795_000_000_000 });
      await publish('13', [anActivity()], { time: 1_794_000_000_000 });
      // Until the first backfill is complete, earlier activities may be missing.
      expect(await watermark('13')).toBe('0');
      await completeBackfill(app.app.get(FactStore, { strict: false }));
      expect(await watermark('13')).toBe('1795000000000');
    });
  });

  describe('facts', () => {
    it('are counted once when they are republished before and after a restart', async () => {
      const message = { id: randomUUID(), time: Date.now() };
      const activities = [anActivity(), anActivity()];
      await publish('20', activities, message);
      await publish('20', activities, message);
      await app.stop();
      app = await bootAnalytics(directory, [], settings());
      await publish('20', activities, message);
      expect(await rows('20', {})).toEqual([[2, 2]]);
    });

    it('that are not valid become dead letters, and their neighbours are counted', async () => {
      const invalid = anActivity({ user_point_id: 'x' });
      await app.publisher.publish(activityStored, [
        { id: randomUUID(), value: { datamart_id: '21', activities: [invalid] } },
        { id: randomUUID(), value: { datamart_id: '21', activities: [anActivity()] } },
      ]);
      expect(await rows('21', {})).toEqual([[1, 1]]);
      const deadLetters = path.join(directory, 'dead-letters');
      const texts = await Promise.all(
        (await readdir(deadLetters)).map((name) => readFile(path.join(deadLetters, name), 'utf8')),
      );
      expect(texts.join()).toContain(invalid.activity_id);
    });
  });

  it('is ready while the fact store is open', async () => {
    const response = await fetch(`${app.url}/health/ready`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'up', parts: expect.objectContaining({ facts: 'up' }) },
    ]);
  });

  checkRefusedReports(ask);
}
