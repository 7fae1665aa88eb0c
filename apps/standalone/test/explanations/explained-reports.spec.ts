import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ReportExplanation } from '@tributary/contracts/analytics/explanation';
import { eventually } from '@tributary/testing/eventually';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';

let product: BootedStandalone;
beforeAll(async () => {
  product = await bootStandalone();
});
afterAll(() => product.stop());

async function post<Data>(path: string, body: object, status = 200): Promise<{ data: Data; error: string }> {
  const response = await fetch(`${product.url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: product.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(status);
  return (await response.json()) as { data: Data; error: string };
}

interface Answer {
  report_view: { rows: unknown[][] };
  explain?: ReportExplanation;
}

const send = (body: object) => post('/datamarts/1/user_activities', { $type: 'SITE_VISIT', ...body });
const request = {
  metrics: [{ expression: 'users' }],
  date_ranges: [{ start_date: 'now-2d', end_date: 'now' }],
  time_zone: 'Europe/Paris',
};
const report = async (fields: object) =>
  (await post<Answer>('/datamarts/1/user_activities_analytics', { ...request, ...fields })).data;

it('a report says what it leaves out, on request', async () => {
  const { data: processing } = await post<{ id: string }>('/processings', {
    community_id: '1',
    name: 'analytics',
    legal_basis: 'CONSENT',
  });
  const { data: channel } = await post<{ id: string }>('/datamarts/1/channels', { name: 'shop', type: 'SITE' });
  await post(`/channels/${channel.id}/processing_selections`, { processing_id: processing.id });
  const people = ['web:1:a', 'web:1:b'].map(($user_agent_id) => ({ $type: 'USER_AGENT', $user_agent_id }));
  for (const one of people) await send(one);
  // Two people first.
  await eventually(async () => expect((await report({})).report_view.rows).toEqual([[2]]));
  await send({ $user_identifiers: people });
  await send({ $user_agent_id: 'web:1:c', $ts: 1_795_886_317 });
  await send({ $user_agent_id: 'web:1:d', $site_id: channel.id });
  const count = (number: number) => expect.objectContaining({ count: number });
  const explained = await eventually(async () => {
    const { explain, report_view } = await report({ explain: true });
    expect(report_view.rows).toEqual([[1]]);
    expect(explain).toMatchObject({
      time_zone: 'Europe/Paris',
      watermark: expect.any(Number),
      refused_by_choice: count(1),
      dropped: count(0),
      dropped_on_error: count(0),
      suspicious_time: count(1),
      people_merged: count(1),
    });
    return explain;
  });
  expect(explained?.people_merged.since_ts).toBe(explained?.from_ts);
  expect(await report({ explain: false })).toEqual({ report_view: expect.anything() });
  expect(await report({})).toEqual({ report_view: expect.anything() });
});

it('says so where nothing of the range is known any more, and refuses what is no boolean', async () => {
  const date_ranges = [{ start_date: 'now-40d', end_date: 'now-39d' }];
  const { explain } = await report({ date_ranges, explain: true });
  expect(explain?.refused_by_choice.count).toBeNull();
  expect(explain?.refused_by_choice.since_ts).toBeGreaterThan(explain?.to_ts ?? Infinity);
  expect(explain?.suspicious_time.count).toBe(0);
  const { error } = await post('/datamarts/1/user_activities_analytics', { ...request, explain: 'yes' }, 400);
  expect(error).toMatch(/^explain: /);
});
