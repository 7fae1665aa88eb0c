import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { createHash, randomUUID } from 'node:crypto';
import { Client, type Resource } from '../client/client.js';
import { reportRows } from '../client/report.js';
import { newTenant } from '../client/tenant.js';

const account = (value: string) => ({ $type: 'USER_ACCOUNT', $compartment_id: '7', $user_account_id: value });
const agent = (value: string) => ({ $type: 'USER_AGENT', $user_agent_id: value });
const email = (value: string) => ({ $type: 'USER_EMAIL', $email: value });
const visit = (...$user_identifiers: object[]) => ({ $type: 'SITE_VISIT', $site_id: '8298', $user_identifiers });

interface Receipts {
  accepted: number;
  rejected: number;
  results: { id?: string; error_code?: string }[];
}

/** User points: identification, attached data, and erasure. */
export function trackingJourney(platform: () => Platform): void {
  let client: Client;
  let datamart: string;
  const point = (selector: string) => `${datamart}/user_points/${selector}`;
  const collect = (activity: object) => client.post(`${datamart}/user_activities`, activity);
  const known = (selector: string) => eventually(() => client.get(point(selector)));

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    datamart = `/datamarts/${(await newTenant(client)).datamart_id}`;
  });

  it('finds a person by each of its identifiers, also after a merge', async () => {
    await collect(visit(account('u=1,x'), agent('mob:ios:raw:1')));
    await collect(visit(email('Jo@Example.com '), agent('mob:ios:raw:2')));
    const first = await known('user_agent_id=mob:ios:raw:1');
    const second = await known('user_agent_id=mob:ios:raw:2');
    await collect(visit(account('u=1,x'), email('jo@example.com')));
    const hash = createHash('sha256').update('jo@example.com').digest('hex');
    const selectors = [
      first.id,
      second.id,
      `user_point_id=${first.id}`,
      `email_hash=${hash}`,
      'user_agent_id=mob:ios:raw:2',
      'compartment_id=7,user_account_id=u%3D1%2Cx',
      'compartmentId=7,userAccountId=u%3D1%2Cx',
    ];
    await eventually(async () => {
      const points = await Promise.all(selectors.map((selector) => client.get(point(selector))));
      expect(new Set(points.map(({ id }) => id)).size).toBe(1);
      expect([first.id, second.id]).toContain(points[0]?.id);
    });
    expect(await client.list(point(`${first.id}/user_identifiers`))).toHaveLength(4);
    const activities = await client.list<Resource & { $id: string }>(point(`${first.id}/user_activities`));
    expect(activities).toHaveLength(3);
    await eventually(async () => expect(await reportRows(client, datamart, ['users', 'sessions'])).toEqual([[1, 3]]));
  });

  it('keeps a profile: the write with the latest $ts wins, in any order', async () => {
    const path = point('user_agent_id=mob:ios:raw:1/user_profiles/compartment_id=7/user_account_id=u%3D1%2Cx');
    await client.put(path, { $ts: 2_000, city: 'Lyon', tags: { a: 1 } });
    const profile = await client.put(`${path}?merge_objects=true`, {
      $ts: 1_000,
      city: 'Nice',
      zip: 69,
      tags: { b: 2 },
    });
    expect(profile).toMatchObject({ city: 'Lyon', zip: 69, $compartment_id: '7', $user_account_id: 'u=1,x' });
    await client.put(`${path}?update_strategy=PARTIAL_DELETE`, { zip: null });
    expect(await client.get(path)).not.toHaveProperty('zip');
    await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', path.replace('7/', '8/'));
  });

  it('keeps a choice: the latest counts, and the log has all', async () => {
    const path = point('email_hash=' + createHash('sha256').update('jo@example.com').digest('hex') + '/user_choices');
    const choose = ($choice_ts: number, $choice_acceptance_value: boolean) =>
      client.put(`${path}/processing_id=p-1`, { $choice_ts, $choice_acceptance_value, channel: 'app' });
    await choose(2_000, true);
    await choose(1_000, false);
    expect(await client.list(path)).toMatchObject([
      { $processing_id: 'p-1', $choice_ts: 2_000, $choice_acceptance_value: true, channel: 'app' },
    ]);
    await choose(2_000, false);
    expect(await client.list(`${path}/processing_id=p-1`)).toMatchObject([{ $choice_acceptance_value: false }]);
    const log = await client.list(`${path}/processing_id=p-1/change_log`);
    expect(log.map(({ $choice_ts }) => $choice_ts)).toEqual([2_000, 2_000, 1_000]);
    await client.expectError(400, 'BAD_REQUEST_DATA', 'PUT', `${path}/processing_id=p-1`, { $choice_ts: 1 });
  });

  it('reads profiles and choices from events', async () => {
    const $events = [
      { $event_name: '$set_user_profile_properties', $properties: { $user_account_id: 'e-1', loves: 'jazz' } },
      { $event_name: '$set_user_choice', $properties: { $processing_id: 'p-2', $choice_acceptance_value: false } },
    ];
    await collect({ ...visit(agent('events')), $events });
    await known('user_agent_id=events');
    const selector = 'compartment_id=default,user_account_id=e-1';
    expect(await client.list(point(`${selector}/user_profiles`))).toMatchObject([{ loves: 'jazz' }]);
    expect(await client.list(point(`${selector}/user_choices`))).toMatchObject([{ $processing_id: 'p-2' }]);
  });

  it('erases a person, also from reports; a later activity creates a new user point', async () => {
    datamart = `/datamarts/${(await newTenant(client)).datamart_id}`;
    await collect(visit(account('erased'), agent('erased')));
    const { id } = await known('user_agent_id=erased');
    await eventually(async () => expect(await reportRows(client, datamart, ['users'])).toEqual([[1]]));
    await client.delete(point('user_agent_id=erased'));
    for (const selector of [id, 'user_agent_id=erased', 'compartment_id=7,user_account_id=erased'])
      await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', point(selector));
    await eventually(async () => expect(await reportRows(client, datamart, ['users'])).toEqual([[0]]));
    await collect(visit(agent('erased')));
    expect((await known('user_agent_id=erased')).id).not.toBe(id);
  });

  it('stores a body of 1 MiB, even if it is all quotes', async () => {
    const body = (text: string) => JSON.stringify({ ...visit(agent('large')), text });
    const largest = 1024 * 1024;
    // A quote takes two characters in the body, and four where the body is itself a JSON string.
    const text = '"'.repeat(Math.floor((largest - body('').length) / 2));
    await client.post(`${datamart}/user_activities`, body(text));
    await known('user_agent_id=large');
    expect(await client.list(point('user_agent_id=large/user_activities'))).toMatchObject([{ text }]);
    await client.expectError(400, 'BAD_REQUEST_FORMAT', 'POST', `${datamart}/user_activities`, body(`${text}""`));
  });

  it('stores several activities of one request once, also if it is sent twice', async () => {
    const lines = Array.from({ length: 100 }, (_, n) => JSON.stringify({ ...visit(account('lines')), n }));
    const body = ['{"$type":"TOUCH"}', ...lines].join('\n');
    const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': randomUUID() };
    const send = () => client.post<Receipts>(`${datamart}/user_activities`, body, headers);
    const [first, again] = [await send(), await send()];
    expect(first).toMatchObject({ accepted: 100, rejected: 1 });
    expect(first.results[0]).toMatchObject({ error_code: 'BAD_REQUEST_DATA' });
    const ids = first.results.slice(1).map(({ id }) => id);
    expect(again.results.slice(1).map(({ id }) => id)).toEqual(ids);
    // The activities of one account are stored in the order in which they were sent.
    await collect(visit(account('lines'), agent('after the lines')));
    await known('user_agent_id=after%20the%20lines');
    const selector = 'compartment_id=7,user_account_id=lines';
    const stored = await client.list<Resource & { $id: string; n?: number }>(
      `${point(selector)}/user_activities?max_results=500`,
    );
    const byLine = new Map(stored.map(({ $id, n }) => [n, $id]));
    expect([stored.length, byLine.size]).toEqual([101, 101]);
    expect(lines.map((_, n) => byLine.get(n))).toEqual(ids);
  });

  it('answers 404 for unknown people', async () => {
    for (const path of [randomUUID(), 'user_agent_id=unknown', 'not-an-id', 'user_agent_id=unknown/user_segments'])
      await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', point(path));
    await client.expectError(400, 'BAD_REQUEST_DATA', 'GET', '/datamarts/abc/user_points/user_agent_id=a');
  });
}
