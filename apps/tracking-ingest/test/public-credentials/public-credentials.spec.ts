import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { activityReceived } from '@tributary/contracts/topics/topics';
import type { PublicCredential } from '@tributary/contracts/tracking/activity';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { parseExactly } from '@tributary/http/parse';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking()));
afterAll(() => tracking.stop());

const page: PublicCredential = { kind: 'collect_key', id: '4' };
const app: PublicCredential = { kind: 'message_authentication_key', id: '5' };

/** As a gateway sends it. */
function send(activity: object, public_credential?: PublicCredential) {
  const body = JSON.stringify({ $type: 'TOUCH', ...activity });
  const { identifiers } = identifiersOf(parseExactly(UserActivity, { text: body, value: JSON.parse(body) }));
  const value = { datamart_id: '7', activity_id: randomUUID(), received_ts: Date.now(), identifiers, body };
  return tracking.app.publisher.publish(activityReceived, [
    { id: value.activity_id, value: { ...value, ...(public_credential && { public_credential }) } },
  ]);
}

let people = 0;
const aName = () => `n-${++people}`;
const ofAgent = (agent: string) => `7/user_points/user_agent_id=${agent}`;
const ofAccount = (account: string) => `7/user_points/compartment_id=default,user_account_id=${account}`;
const get = async (path: string) => (await tracking.call('GET', path)).body;
const metric = async (text: string) => {
  const line = (await tracking.app.platform.metrics.registry.metrics()).split('\n').find((one) => one.startsWith(text));
  return Number(line?.split(' ').at(-1) ?? 0);
};

describe('a choice', () => {
  const choose = (agent: string, accepted: boolean, ts: number, credential?: PublicCredential) =>
    send(
      {
        $user_agent_id: agent,
        $events: [
          {
            $event_name: '$set_user_choice',
            $properties: { $processing_id: '1', $choice_acceptance_value: accepted, $choice_ts: ts },
          },
        ],
      },
      credential,
    );
  const current = async (agent: string) => (await get(`${ofAgent(agent)}/user_choices`)).data;
  const log = async (agent: string) => (await get(`${ofAgent(agent)}/user_choices/processing_id=1/change_log`)).data;

  it('of a collect key is PUBLIC, any other is TRUSTED, and both show it', async () => {
    const agent = aName();
    await choose(agent, true, 1, page);
    await choose(agent, true, 2, app);
    await choose(agent, false, 3);
    const put = await tracking.call('PUT', `${ofAgent(agent)}/user_choices/processing_id=1`, {
      $choice_ts: 4,
      $choice_acceptance_value: true,
      $source: 'PUBLIC',
      $effective: false,
    });
    expect(put.body.data).toMatchObject({ $source: 'TRUSTED' });
    expect(put.body.data).not.toHaveProperty('$effective');
    expect(await current(agent)).toMatchObject([{ $choice_ts: 4, $source: 'TRUSTED' }]);
    const sources = (await log(agent)) as { $source: string }[];
    expect(sources.map(({ $source }) => $source)).toEqual(['TRUSTED', 'TRUSTED', 'TRUSTED', 'PUBLIC']);
  });

  it('of a collect key that accepts after a trusted refusal has no effect, is marked and counted', async () => {
    const agent = aName();
    const label = 'tributary_tracking_public_left_out_total{reason="public_choice",datamart="7"';
    const before = await metric(label);
    await choose(agent, false, 5);
    await choose(agent, true, 9, page);
    expect(await current(agent)).toMatchObject([
      { $choice_ts: 5, $choice_acceptance_value: false, $source: 'TRUSTED' },
    ]);
    const entries = (await log(agent)) as object[];
    expect(entries).toMatchObject([{ $choice_ts: 9, $source: 'PUBLIC', $effective: false }, { $choice_ts: 5 }]);
    expect(entries[1]).not.toHaveProperty('$effective');
    expect((await metric(label)) - before).toBe(1);
  });

  it('of a collect key counts again when the newest trusted choice is an acceptance, and a refusal always does', async () => {
    const agent = aName();
    await choose(agent, true, 9, page);
    await choose(agent, false, 5);
    await choose(agent, true, 7);
    expect(await current(agent)).toMatchObject([{ $choice_ts: 9, $choice_acceptance_value: true, $source: 'PUBLIC' }]);
    await choose(agent, false, 10, page);
    expect(await current(agent)).toMatchObject([
      { $choice_ts: 10, $choice_acceptance_value: false, $source: 'PUBLIC' },
    ]);
  });
});

describe('an activity that would bring together people with accounts', () => {
  const agents = (...own: string[]) => ({
    $user_identifiers: own.map(($user_agent_id) => ({ $type: 'USER_AGENT', $user_agent_id })),
  });
  const merged = async (a: string, b: string) =>
    ((await get(a)).data as { id: string }).id === ((await get(b)).data as { id: string }).id;

  it.each([page, app])('is stored for its strongest identifier and counted: %j', async (credential) => {
    const [a, b, agent] = [aName(), aName(), aName()];
    await send({ $user_account_id: a, $user_agent_id: agent });
    await send({ $user_account_id: b });
    const label = 'tributary_tracking_public_left_out_total{reason="public_merge",datamart="7"';
    const before = await metric(label);
    const profile = { $event_name: '$set_user_profile_properties', $properties: { $user_account_id: a, age: 7 } };
    await send({ $user_account_id: b, $user_agent_id: agent }, credential);
    await send({ $user_account_id: b, $events: [profile] }, credential);
    expect(await merged(ofAccount(a), ofAccount(b))).toBe(false);
    expect((await metric(label)) - before).toBe(2);
    expect(await get(`${ofAccount(b)}/user_profiles`)).toMatchObject({ total: 0 });
    await send({ $user_account_id: b, $user_agent_id: agent });
    expect(await merged(ofAccount(a), ofAccount(b))).toBe(true);
  });

  it('joins them if its key may', async () => {
    const [a, b, agent] = [aName(), aName(), aName()];
    await send({ $user_account_id: a, $user_agent_id: agent });
    const label = 'tributary_tracking_public_merges_total{datamart="7"';
    const before = await metric(label);
    await send({ $user_account_id: b, $user_agent_id: agent }, { ...app, may_merge_accounts: true });
    expect(await merged(ofAccount(a), ofAccount(b))).toBe(true);
    expect((await metric(label)) - before).toBe(1);
  });

  it('does not, if one of them has none: a sign-in joins the device', async () => {
    const [a, agent, other] = [aName(), aName(), aName()];
    await send(agents(agent, other), page);
    await send({ $user_account_id: a, $user_agent_id: agent }, page);
    expect(await merged(ofAccount(a), ofAgent(other))).toBe(true);
  });
});
