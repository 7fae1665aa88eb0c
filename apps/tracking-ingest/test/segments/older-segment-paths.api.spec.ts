import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailHash } from '@tributary/contracts/tracking/identifier';
import { writeSegments } from '../../src/segments/write-segments.js';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
let user_point_id: string;
const [agent, account, compartment, email] = ['web:1:a,b/c', 'x,y=z/1', 'c/1', 'jo@example.com'];
const encoded = encodeURIComponent;

beforeAll(async () => {
  tracking = await startTracking();
  await tracking.asAgent('7', agent, async (client, id) => {
    user_point_id = id;
    const memberships = ['a', 'b'].map((segment_id) => ({ datamart_id: '7', user_point_id, segment_id }));
    await writeSegments(
      client,
      memberships.map((membership) => ({ ...membership, expiration_ts: null, data_bag: '{"n":1.10}' })),
      1_000,
    );
  });
  await tracking.send('7', {
    $user_agent_id: agent,
    $user_account_id: account,
    $compartment_id: compartment,
    $email_hash: { $email: email },
  });
});
afterAll(() => tracking.stop());

const newer = (selector: string, query = '') => tracking.call('GET', `7/user_points/${selector}/user_segments${query}`);
const older = (selector: string, query = '') => tracking.call('GET', `7/user_segments/${selector}${query}`);
/** The answer without the id of the response. */
const answerOf = ({ status, text }: { status: number; text: string }) => [
  status,
  text.replace(/"error_id":"[^"]*"/, '"error_id":""'),
];

const pages = [
  '',
  '?max_results=1',
  '?first_result=1&max_results=1',
  '?first_result=5',
  '?max_results=0',
  '?max_results=x',
];

describe('the older path of segment reads', () => {
  it.each([
    `user_agent_id=${encoded(agent)}`,
    `userAgentId=${encoded(agent)}`,
    encoded(`user_agent_id=${agent}`),
    `email_hash=${emailHash(email)}`,
    `emailHash=${emailHash(email).toUpperCase()}`,
    `compartment_id=${encoded(compartment)},user_account_id=${encoded(account)}`,
    `compartmentId=${encoded(compartment)},userAccountId=${encoded(account)}`,
    `compartment_id=${encoded(compartment)}%2Cuser_account_id=${encoded(account)}`,
  ])('answers byte for byte as the newer path: %s', async (selector) => {
    expect((await older(selector)).body).toMatchObject({ data: [{ segment_id: 'a' }, { segment_id: 'b' }], total: 2 });
    for (const query of pages)
      expect(answerOf(await older(selector, query))).toEqual(answerOf(await newer(selector, query)));
  });

  it('reads by the user point id with a token', async () => {
    for (const selector of [user_point_id, `user_point_id=${user_point_id}`])
      expect(answerOf(await older(selector))).toEqual(answerOf(await newer(selector)));
  });

  it.each([
    ['user_agent_id=unknown', 404],
    ['user_agent_id=', 404],
    ['user_agent_id=null', 404],
    ['user_agent_id=%00', 400],
    ['email=a@b.c', 400],
    ['email_hash=abc123', 404],
    ['compartment_id=c', 400],
    ['compartment_id=c%2Fuser_account_id=a', 400],
    [encoded('compartment_id=c/user_account_id=a'), 400],
    ['user_account_id=a', 400],
    ['42', 404],
  ])('refuses as the newer path: %s', async (selector, status) => {
    const answer = await older(selector);
    expect(answer.status).toBe(status);
    expect(answerOf(answer)).toEqual(answerOf(await newer(selector)));
  });
});

describe('the older path with a slash between the ids of an account', () => {
  const [c, a] = [encoded(compartment), encoded(account)];
  it.each([
    `compartment_id=${c}/user_account_id=${a}`,
    `compartmentId=${c}/user_account_id=${a}`,
    `compartment_id=${c}/userAccountId=${a}`,
    `compartmentId%3D${c}/user_account_id%3D${a}`,
    // A bare comma or equals sign is part of the id.
    `compartment_id=${c}/user_account_id=x,y=z%2F1`,
  ])('answers byte for byte as the newer path: %s', async (selector) => {
    const same = `compartment_id=${c},user_account_id=${a}`;
    expect((await older(selector)).body).toMatchObject({ total: 2 });
    for (const query of pages)
      expect(answerOf(await older(selector, query))).toEqual(answerOf(await newer(same, query)));
  });

  it.each([
    ['compartment_id=unknown/user_account_id=x', 404],
    // Encoded twice, they are other ids.
    [`compartment_id=${encoded(c)}/user_account_id=${a}`, 404],
    ['compartment_id=c/user_account_id=', 404],
    ['compartment_id=c/user_account_id=null', 404],
    ['compartment_id=/user_account_id=a', 400],
    [`compartment_id=${'x'.repeat(129)}/user_account_id=a`, 400],
    [`compartment_id=c/user_account_id=${'x'.repeat(513)}`, 400],
    ['compartment_id=c/user_account_id=%00', 400],
    ['compartment_id=%ED%A0%80/user_account_id=a', 400],
    ['compartment_id=c/', 404],
    ['/user_account_id=a', 404],
    ['compartment_id=c/x', 400],
    ['compartment_id=c/user_agent_id=a', 400],
    ['user_account_id=a/compartment_id=c', 400],
    ['user_agent_id=a/user_account_id=a', 400],
    ['email_hash=a/b', 400],
    ['compartment_id=c,user_account_id=a/b', 400],
    ['__proto__=c/user_account_id=a', 400],
    ['compartment_id=c/user_account_id=a/b', 404],
    ['compartment_id=c/user_account_id=a/user_choices', 404],
    ['compartment_id=c/user_account_id=a/', 404],
    ['user_agent_id=a/', 404],
  ])('refuses %s: %d', async (selector, status) => {
    const { status: given, body } = await older(selector);
    const error_code = status === 400 ? /^BAD_REQUEST_(DATA|FORMAT)$/ : /^RESOURCE_NOT_FOUND$/;
    expect([given, body.error_code]).toEqual([status, expect.stringMatching(error_code)]);
  });

  it('names the rule', async () => {
    expect((await older('user_agent_id=a/b')).body.error).toBe(
      'two path segments name no user point: expected compartment_id=…/user_account_id=…',
    );
  });
});
