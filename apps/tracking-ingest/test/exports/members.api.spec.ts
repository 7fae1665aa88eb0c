import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@tributary/contracts/admin/access';
import { createSegment, startWithOrganisations, user } from '../organisations.js';
import type { Tracking } from '../tracking.js';

let tracking: Tracking;
let segment_id: string;

beforeAll(async () => {
  tracking = await startWithOrganisations();
  segment_id = await createSegment(tracking);
});
afterAll(() => tracking.stop());

const as = (caller: Caller) => tracking.app.as(caller);
const put = (agent: string, body: string | object = {}) =>
  tracking.call('PUT', `10/user_points/user_agent_id=${agent}/user_segments/${segment_id}`, body);
const members = (caller = user('EDITOR'), method = 'GET') =>
  as(caller)(`/v1/audience_segments/${segment_id}/members`, { method });

async function lines(): Promise<Record<string, unknown>[]> {
  const text = await (await members()).text();
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the members of a segment', () => {
  it('are none at first: the last line says so', async () => {
    expect(await lines()).toEqual([{ end: true, count: 0 }]);
  });

  it('come with identifiers, expiration and data bag, small or large, without those that have left or expired', async () => {
    const until = Date.now() + 3_600_000;
    await put('plain');
    await put('timed', { expiration_ts: until });
    await put('small', '{"data_bag": {\n"level": 1.10}}');
    await put('large', { data_bag: 'x'.repeat(20_000) });
    await put('expired', { expiration_ts: 1 });
    await put('left');
    await tracking.call('DELETE', `10/user_points/user_agent_id=left/user_segments/${segment_id}`);
    const expected = ['plain', 'timed', 'small', 'large'].map((user_agent_id) => ({
      user_point_id: expect.any(String),
      identifiers: [{ type: 'USER_AGENT', user_agent_id, creation_ts: expect.any(Number) }],
      ...(user_agent_id === 'timed' && { expiration_ts: until }),
      ...(user_agent_id === 'small' && { data_bag: { level: 1.1 } }),
      ...(user_agent_id === 'large' && { data_bag: 'x'.repeat(20_000) }),
    }));
    const [end, ...rest] = (await lines()).toReversed();
    expect(end).toEqual({ end: true, count: 4 });
    expect(rest).toHaveLength(4);
    expect(rest).toEqual(expect.arrayContaining(expected));
    expect(await (await members()).text()).toContain('"data_bag":{ "level": 1.10}');
  });

  it.each([
    ['a reader', user('READER'), 403],
    ['another organisation', user('ORGANISATION_ADMIN', '2'), 404],
    ['a credential of some datamarts', { ...user('EDITOR'), datamart_ids: ['10'] }, 403],
  ])('are kept from %s', async (_case, caller, status) => {
    for (const method of ['GET', 'HEAD']) expect((await members(caller, method)).status).toBe(status);
  });

  it('are read by HEAD as by GET, without a body', async () => {
    const answer = await members(user('EDITOR'), 'HEAD');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    expect(await answer.text()).toBe('');
  });
});
