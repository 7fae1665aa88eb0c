import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailHash } from '@tributary/contracts/tracking/identifier';
import { eventually } from '@tributary/testing/eventually';
import { deleteSegments, writeSegments, type SegmentWrite } from '../../src/segments/write-segments.js';
import { SegmentReports } from './segment-reports.js';
import { SegmentSteps } from './segment-steps.js';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([SegmentReports])));
afterAll(() => tracking.stop());

let last = 0;
const anAgent = () => `agent-${++last}`;
const segmentsOf = (agent: string, query = '') =>
  tracking.call('GET', `7/user_points/user_agent_id=${agent}/user_segments${query}`);
const join = (agent: string, segment_id: string, more: Partial<SegmentWrite> = {}, now = Date.now()) =>
  tracking.asAgent('7', agent, (client, user_point_id) =>
    writeSegments(client, [{ datamart_id: '7', user_point_id, segment_id, expiration_ts: null, ...more }], now),
  );
const leave = (agent: string, segment_id: string) =>
  tracking.asAgent('7', agent, (client, user_point_id) =>
    deleteSegments(client, [{ datamart_id: '7', user_point_id, segment_id }]),
  );
const become = (...agents: string[]) =>
  tracking.send('7', { $user_identifiers: agents.map(($user_agent_id) => ({ $type: 'USER_AGENT', $user_agent_id })) });
const idsOf = async (agent: string) =>
  ((await segmentsOf(agent)).body.data as { segment_id: string }[]).map(({ segment_id }) => segment_id);

describe('GET of segments', () => {
  it('lists memberships with all their fields and the data bag as sent', async () => {
    const agent = anAgent();
    const later = Date.now() + 60_000;
    await join(agent, 's-2', { expiration_ts: later, data_bag: '{"n":12345678901234567890.10}' }, 1_000);
    await join(agent, 's-1', {}, 2_000);
    await join(agent, 's-2', { expiration_ts: later, data_bag: '[1.0]' }, 3_000);
    expect((await segmentsOf(agent)).text).toBe(
      '{"status":"ok","data":[' +
        '{"segment_id":"s-1","data_bag":null,"creation_ts":2000,"last_modified_ts":2000,"expiration_ts":null},' +
        `{"segment_id":"s-2","data_bag":[1.0],"creation_ts":1000,"last_modified_ts":3000,"expiration_ts":${later}}` +
        '],"count":2,"total":2,"first_result":0,"max_results":50}',
    );
  });

  it('omits expired memberships', async () => {
    const agent = anAgent();
    await join(agent, 'gone', { expiration_ts: Date.now() - 1 });
    expect((await segmentsOf(agent)).body).toMatchObject({ status: 'ok', data: [], count: 0, total: 0 });
  });

  it('pages, also past the end', async () => {
    const agent = anAgent();
    for (const segment of ['c', 'a', 'b']) await join(agent, segment);
    expect((await segmentsOf(agent, '?first_result=1&max_results=1')).body).toMatchObject({
      data: [{ segment_id: 'b' }],
      count: 1,
      total: 3,
    });
    expect((await segmentsOf(agent, '?first_result=3')).body).toMatchObject({ data: [], count: 0, total: 3 });
    expect((await segmentsOf(agent, '?max_results=501')).body).toMatchObject({ count: 3, max_results: 500 });
  });

  it('finds the person by every form of the selector', async () => {
    const [agent, account, email] = [anAgent(), 'a,b=c', `${last}@b.c`];
    await join(agent, 's');
    await tracking.send('7', {
      $user_agent_id: agent,
      $user_account_id: account,
      $compartment_id: 'x',
      $email_hash: { $email: email },
    });
    const [{ user_point_id }] = await tracking.database.query<[{ user_point_id: string }]>(
      'select user_point_id from user_identifiers where value = $1',
      [agent],
    );
    const expected = await segmentsOf(agent);
    expect(expected.body).toMatchObject({ data: [{ segment_id: 's' }], total: 1 });
    for (const selector of [
      user_point_id,
      `user_point_id=${user_point_id.toUpperCase()}`,
      `compartmentId=x,user_account_id=${account}`,
      `compartment_id=x,user_account_id=${encodeURIComponent(account)}`,
      `email_hash=${emailHash(email)}`,
      `email_hash=${emailHash(email).toUpperCase()}`,
    ])
      expect(await tracking.call('GET', `7/user_points/${selector}/user_segments`)).toEqual(expected);
  });

  it.each([
    ['user_agent_id=unknown', 404],
    ['email_hash=abc123', 404],
    [`email_hash=${'ab'.repeat(32)}`, 404],
    ['compartmentId=x,user_account_id=unknown', 404],
    [randomUUID(), 404],
    ['7', 404],
    ['user_agent_id=', 404],
    ['user_agent_id=null', 404],
    ['email_hash=%5Bobject%20Object%5D', 404],
    ['email=a@b.c', 400],
  ])('finds no person by %s: %d', async (selector, status) => {
    expect((await tracking.call('GET', `7/user_points/${selector}/user_segments`)).status).toBe(status);
    // The same selector in another datamart.
    expect((await tracking.call('GET', `8/user_points/${selector}/user_segments`)).status).toBe(status);
  });
});

describe('memberships', () => {
  it('can be deleted, also when there is none', async () => {
    const agent = anAgent();
    await join(agent, 'a');
    await join(agent, 'b');
    await leave(agent, 'a');
    await leave(agent, 'never');
    expect(await idsOf(agent)).toEqual(['b']);
  });

  it('of merged people are those of both; of one segment the membership modified last wins', async () => {
    const [one, other, third] = [anAgent(), anAgent(), anAgent()];
    await join(one, 'both', { data_bag: '"older"' }, 2_000);
    await join(other, 'both', { data_bag: '"newer"' }, 3_000);
    await join(third, 'both', { data_bag: '"oldest"' }, 1_000);
    await join(third, 'own');
    await become(third, other, one);
    const { body } = await segmentsOf(one);
    expect(body).toMatchObject({
      total: 2,
      data: [
        { segment_id: 'both', data_bag: 'newer', creation_ts: 1_000, last_modified_ts: 3_000 },
        { segment_id: 'own' },
      ],
    });
    expect((await segmentsOf(third)).body).toEqual(body);
  });

  it.each(['merge', 'write'])('have nothing of an expired one in a %s, although it is still stored', async (kind) => {
    const [one, other] = [anAgent(), anAgent()];
    for (const agent of [one, other]) await join(agent, 'stays', {}, 1_000);
    await join(one, 's', { expiration_ts: Date.now() - 1 }, 3_000);
    if (kind === 'merge') {
      await join(other, 's', {}, 2_000);
      await become(one, other);
    } else await join(one, 's', {}, Date.now());
    const { body } = await segmentsOf(one);
    const [membership] = body.data as Record<string, unknown>[];
    expect(membership).toMatchObject({ segment_id: 's', creation_ts: membership?.['last_modified_ts'] });
  });

  it('reach reports in their last state, through changes and merges', async () => {
    const [one, other] = [anAgent(), anAgent()];
    const segment = `published-${last}`;
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? join(one, segment) : leave(one, segment))));
    await join(one, segment);
    await join(other, segment);
    await leave(other, segment);
    await join(other, segment);
    await eventually(() => expect(SegmentReports.members(segment)).toHaveLength(2));
    await become(one, other);
    const [{ survivor }] = await tracking.database.query<[{ survivor: string }]>(
      'select distinct user_point_id as survivor from user_identifiers where value = any($1)',
      [[one, other]],
    );
    await eventually(() => expect(SegmentReports.members(segment)).toEqual([survivor]));
    await leave(other, segment);
    await eventually(() => expect(SegmentReports.members(segment)).toEqual([]));
  });

  it('are deleted after their expiration, oldest first, and no longer counted', async () => {
    const agent = anAgent();
    for (const [segment, expiration_ts] of [
      ['old', 20],
      ['older', 10],
      ['young', 30],
    ] as const)
      await join(agent, segment, { expiration_ts });
    await join(agent, 'for-ever');
    const before = await tracking.counted('UserSegment');
    const sweep = (instant: number, limit: number) =>
      new SegmentSteps(tracking.database, '7').deleteExpired(instant, limit);
    expect([await sweep(30, 1), await sweep(30, 5), await sweep(30, 5)]).toEqual([1, 1, 0]);
    const left = await tracking.database.query<{ segment_id: string }[]>(
      'select segment_id from user_segments s join user_identifiers i using (user_point_id) where value = $1 order by 1',
      [agent],
    );
    expect(left.map(({ segment_id }) => segment_id)).toEqual(['for-ever', 'young']);
    expect(await tracking.counted('UserSegment')).toBe(before - 2);
  });

  it('are counted', async () => {
    const [{ there }] = await tracking.database.query<[{ there: number }]>(
      'select count(*)::int as there from user_segments',
    );
    expect(await tracking.counted('UserSegment')).toBe(there);
  });

  it('are deleted with the person', async () => {
    const agent = anAgent();
    await join(agent, 'a');
    const before = await tracking.counted('UserSegment');
    expect((await tracking.call('DELETE', `7/user_points/user_agent_id=${agent}`)).status).toBe(200);
    expect((await segmentsOf(agent)).status).toBe(404);
    expect(await tracking.counted('UserSegment')).toBe(before - 1);
    await become(agent);
    expect(await idsOf(agent)).toEqual([]);
  });
});
