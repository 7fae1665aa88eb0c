import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { emailHash } from '@tributary/contracts/tracking/identifier';
import { userPointsMerged } from '@tributary/contracts/topics/topics';
import type { UserPointsMerged } from '@tributary/contracts/tracking/user-point';
import { eventually } from '@tributary/testing/eventually';
import { writeSegments } from '../../src/segments/write-segments.js';
import { refused, startTracking, type Tracking } from '../tracking.js';

/** Stands in for analytics. */
@Controller()
class Reports {
  static readonly merged: UserPointsMerged['merges'] = [];

  @Consume(userPointsMerged, { group: 'test.reports' })
  handle(@Payload() batch: Received<UserPointsMerged>[]): Rejection[] {
    Reports.merged.push(...batch.flatMap(({ value }) => value.merges));
    return [];
  }
}

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Reports])));
afterAll(() => tracking.stop());

let last = 0;
const aName = () => `n-${++last}`;
const agent = (user_agent_id: unknown = aName()) => ({ type: 'USER_AGENT', user_agent_id });
const account = (user_account_id: unknown = aName(), more: object = {}) => ({
  type: 'USER_ACCOUNT',
  user_account_id,
  ...more,
});
const path = '7/user_identifiers_association_declarations';
const associate = (...identifiers: unknown[]) => tracking.call('POST', path, { identifiers });
const associated = async (...identifiers: unknown[]): Promise<string> => {
  const { status, body } = await associate(...identifiers);
  expect([status, body]).toEqual([200, { status: 'ok', data: { user_point_id: expect.any(String) } }]);
  return (body.data as { user_point_id: string }).user_point_id;
};
const personOf = async (selector: string) => (await tracking.call('GET', `7/user_points/${selector}`)).body.data;
const countsOf = async () =>
  Promise.all((['UserPoint', 'UserAccount', 'UserEmail', 'UserAgent'] as const).map((one) => tracking.counted(one)));
const junkOf = async () => {
  const text = await tracking.app.platform.metrics.registry.metrics();
  return Number(/^tributary_tracking_junk_identifiers_total\S* (\d+)$/m.exec(text)?.[1]);
};
const tooMany = refused(400, 'CONSTRAINT_VIOLATION_EXCEPTION', 'identifiers: one person would have more than 100');

describe('an association', () => {
  it('makes one person of unknown identifiers, and counts them', async () => {
    const [name, before] = [aName(), await countsOf()];
    const email = `${name}@Example.com `;
    const id = await associated(account(name, { compartment_id: 'c' }), { type: 'USER_EMAIL', email }, agent(name));
    for (const selector of [
      `compartment_id=c,user_account_id=${name}`,
      `email_hash=${emailHash(email)}`,
      `user_agent_id=${name}`,
    ])
      expect(await personOf(selector)).toMatchObject({ id });
    expect(await countsOf()).toEqual(before.map((count) => count + 1));
  });

  it('may be repeated, and adds what is new', async () => {
    const [one, other, third] = [agent(), account(), agent()];
    const id = await associated(one, other);
    const before = await countsOf();
    expect(await associated(one, other)).toBe(id);
    expect(await associated(other, one, one)).toBe(id);
    expect(await countsOf()).toEqual(before);
    expect(await associated(third, one)).toBe(id);
    expect(await associated(third)).toBe(id);
  });

  it('merges people into the oldest with their data, and publishes the merge', async () => {
    const [one, other] = [aName(), aName()];
    const older = await associated(agent(one));
    const newer = await associated(agent(other));
    await tracking.asAgent('7', other, (client, user_point_id) =>
      writeSegments(client, [{ datamart_id: '7', user_point_id, segment_id: 's', expiration_ts: null }], 1_000),
    );
    const before = await tracking.counted('UserPoint');
    expect(await associated(agent(other), agent(one))).toBe(older);
    expect(await tracking.counted('UserPoint')).toBe(before - 1);
    expect(await personOf(newer)).toMatchObject({ id: older, merged_ids: [newer] });
    const { body } = await tracking.call('GET', `7/user_points/user_agent_id=${one}/user_segments`);
    expect(body).toMatchObject({ data: [{ segment_id: 's' }] });
    await eventually(() => expect(Reports.merged).toContainEqual({ merged_id: newer, survivor_id: older }));
  });

  it('at the same time as others leaves one person', async () => {
    const agents = Array.from({ length: 12 }, () => agent());
    const answers = await Promise.all(agents.map((one, n) => associate(one, agents[(n + 1) % agents.length])));
    // PostgreSQL may end one of two that wait for each other: the client repeats it.
    for (const [n, { status }] of answers.entries()) {
      expect([200, 503]).toContain(status);
      if (status === 503) await associated(agents[n], agents[(n + 1) % agents.length]);
    }
    expect(new Set(await Promise.all(agents.map((one) => associated(one)))).size).toBe(1);
  });

  it('of identifiers of an erased person makes a new person', async () => {
    const name = aName();
    const erased = await associated(agent(name));
    await tracking.call('DELETE', `7/user_points/user_agent_id=${name}`);
    const id = await associated(agent(name), account());
    expect(id).not.toBe(erased);
    expect(await personOf(`user_agent_id=${name}`)).toMatchObject({ id, merged_ids: [] });
    expect((await tracking.call('GET', `7/user_points/${erased}`)).status).toBe(404);
  });

  it('leaves junk identifiers out, and counts them', async () => {
    const [name, before] = [aName(), await countsOf()];
    const junkBefore = await junkOf();
    const id = await associated(agent('null'), agent(name), account('0000'), { type: 'USER_EMAIL', email: ' ' });
    expect((await tracking.call('GET', `7/user_points/${id}/user_identifiers`)).body).toMatchObject({
      data: [{ type: 'USER_AGENT', user_agent_id: name }],
      total: 1,
    });
    expect(await countsOf()).toEqual([before[0]! + 1, before[1], before[2], before[3]! + 1]);
    expect((await junkOf()) - junkBefore).toBe(3);
  });

  it('takes an integer as its decimal text, with the digits that were sent', async () => {
    const id = 12345678901234567890n + BigInt(++last);
    const body = `{"identifiers":[{"type":"USER_ACCOUNT","compartment_id":1606,"user_account_id":${id}}]}`;
    const { data } = (await tracking.call('POST', path, body)).body;
    const person = await personOf(`compartment_id=1606,user_account_id=${id}`);
    expect(data).toEqual({ user_point_id: (person as { id: string }).id });
  });

  it('keeps datamarts apart', async () => {
    const name = aName();
    const id = await associated(agent(name));
    const other = await tracking.call('POST', path.replace('7', '8'), { identifiers: [agent(name)] });
    expect(other.body).not.toMatchObject({ data: { user_point_id: id } });
  });

  it('may give a person 100 identifiers and no more; then nothing is done', async () => {
    const many = Array.from({ length: 100 }, () => agent());
    const id = await associated(...many);
    const [extra, before] = [aName(), await countsOf()];
    expect(await associate(many[0], agent(extra))).toMatchObject(tooMany);
    expect(await associate(...many, agent(extra))).toMatchObject(tooMany);
    expect(await countsOf()).toEqual(before);
    expect((await tracking.call('GET', `7/user_points/user_agent_id=${extra}`)).status).toBe(404);
    expect(await associated(...many, ...many)).toBe(id);
    // Two people who would have 101 together.
    const two = await associated(agent(extra));
    expect(await associate(many[0], agent(extra))).toMatchObject(tooMany);
    expect(await personOf(`user_agent_id=${extra}`)).toMatchObject({ id: two });
  });

  it.each([
    ['no identifiers', undefined, /^identifiers: /],
    ['identifiers null', null, /^identifiers: /],
    ['no list', {}, /^identifiers: /],
    ['an empty list', [], /^identifiers: /],
    ['a text in the list', ['a'], /^identifiers\[0\]: /],
    ['no type', [{ user_agent_id: 'a' }], /^identifiers\[0\]\.type: /],
    ['an unknown type', [{ type: 'USER_POINT', user_point_id: 'a' }], /^identifiers\[0\]\.type: /],
    ['an agent without id', [agent('a'), { type: 'USER_AGENT' }], /^identifiers\[1\]\.user_agent_id: /],
    ['an account without id', [account(null)], /^identifiers\[0\]\.user_account_id: /],
    ['an empty compartment', [account('a', { compartment_id: '' })], /^identifiers\[0\]\.compartment_id: /],
    [
      'a compartment of 129 characters',
      [account('a', { compartment_id: 'x'.repeat(129) })],
      /^identifiers\[0\]\.compartment_id: /,
    ],
    ['an account of 513 characters', [account('x'.repeat(513))], /^identifiers\[0\]\.user_account_id: /],
    ['an object as the account', [account({})], /^identifiers\[0\]\.user_account_id: /],
    ['an e-mail without hash and address', [{ type: 'USER_EMAIL' }], /^identifiers\[0\]: hash or email is required/],
    ['a number as the address', [{ type: 'USER_EMAIL', email: 1 }], /^identifiers\[0\]\.email: /],
    ['U+0000', [agent('a\0b')], /^identifiers\[0\]\.user_agent_id: /],
    ['half a surrogate pair', [agent('\ud800')], /^identifiers\[0\]\.user_agent_id: /],
    ['junk alone', [agent('null')], /^identifiers/],
  ])('is refused with %s', async (_case, identifiers, message) => {
    const before = await countsOf();
    const answer = await tracking.call('POST', path, { identifiers });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'BAD_REQUEST_DATA' } });
    expect(answer.body.error).toMatch(message);
    expect(await countsOf()).toEqual(before);
  });

  it.each([
    ['null', 'BAD_REQUEST_DATA'],
    ['[]', 'BAD_REQUEST_DATA'],
    ['{', 'BAD_REQUEST_FORMAT'],
    ['', 'BAD_REQUEST_FORMAT'],
  ])('is refused with the body %s', async (body, error_code) => {
    expect(await tracking.call('POST', path, body)).toMatchObject(refused(400, error_code));
  });
});
