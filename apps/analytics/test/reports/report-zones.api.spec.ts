import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { activityStored, directoryChanged } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { bootAnalytics, type BootedAnalytics } from '../booted-analytics.js';
import { anActivity } from '../messages.js';

const dayMs = 86_400_000;
const dayOf = (ts: number) => new Date(ts).toISOString().slice(0, 10);
const now = Date.now();
const [dayBefore, today, lastDay] = [dayOf(now - dayMs), dayOf(now), dayOf(now + dayMs)];

let directory: string;
let app: BootedAnalytics;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'analytics-'));
  app = await bootAnalytics(directory);
  // It is the next day then in Kiritimati.
  const activities = [anActivity({ ts: Date.parse(`${dayBefore}T11:30:00Z`) })];
  await app.publisher.publish(activityStored, [{ id: 'a', value: { datamart_id: '1', activities } }]);
});
afterAll(async () => {
  await app.stop();
  await rm(directory, { recursive: true });
});

async function reportByDay(path: string, request: object) {
  const body = { date_ranges: [{ start_date: dayBefore, end_date: lastDay }], ...request };
  const response = await app.post(path, body);
  const { data } = (await response.json()) as { data: { report_view: { rows: unknown[][] } } };
  return [response.headers.get('x-time-zone'), data.report_view.rows];
}
const byDay = (time_zone?: string) =>
  reportByDay('/v1/datamarts/1/user_activities_analytics', { dimensions: [{ name: 'date_yyyy_mm_dd' }], time_zone });

it('a report is in the time zone of the request, otherwise in that of the datamart', async () => {
  await eventually(async () => expect(await byDay()).toEqual(['UTC', [[dayBefore]]]));
  expect(await byDay('Pacific/Kiritimati')).toEqual(['Pacific/Kiritimati', [[today]]]);
  const value = { kind: 'datamart' as const, id: '1', organisation_id: '1', time_zone: 'Pacific/Kiritimati' };
  await app.publisher.publish(directoryChanged, [{ id: 'zoned', value }]);
  await eventually(async () => expect(await byDay()).toEqual(['Pacific/Kiritimati', [[today]]]));
  expect(await byDay('UTC')).toEqual(['UTC', [[dayBefore]]]);
});

it('a report on collections is in the time zone of the request, otherwise in UTC', async () => {
  const path = '/v1/platform_monitoring/collections';
  const request = { metrics: [{ expression: 'count' }] };
  expect((await reportByDay(path, request))[0]).toBe('UTC');
  expect((await reportByDay(path, { ...request, time_zone: 'Asia/Kolkata' }))[0]).toBe('Asia/Kolkata');
});
