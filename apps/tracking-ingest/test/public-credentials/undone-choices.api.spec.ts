import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublicCredential } from '@tributary/contracts/tracking/activity';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking()));
afterAll(() => tracking.stop());

/** A key of each test. */
let key = 100;
beforeEach(() => void (key += 1));
let people = 0;
const aName = () => `n-${++people}`;
const page = (): PublicCredential => ({ kind: 'collect_key', id: String(key) });
const app = (): PublicCredential => ({ kind: 'message_authentication_key', id: String(key) });

/** An activity with choices about the processings, as a gateway sends it. */
function choose(
  agent: string,
  accepted: boolean,
  { ts = 1, credential, datamart_id = '7', choices = 1 }: Partial<Choosing> = {},
) {
  const $events = Array.from({ length: choices }, (_, index) => ({
    $event_name: '$set_user_choice',
    $properties: { $processing_id: String(index + 1), $choice_acceptance_value: accepted, $choice_ts: ts },
  }));
  const value = {
    datamart_id,
    activity_id: randomUUID(),
    received_ts: Date.now(),
    identifiers: [{ type: 'USER_AGENT' as const, value: agent }],
    body: JSON.stringify({ $type: 'TOUCH', $user_agent_id: agent, $events }),
    ...(credential && { public_credential: credential }),
  };
  return tracking.app.publisher.publish(activityReceived, [{ id: value.activity_id, value }]);
}
interface Choosing {
  ts: number;
  credential: PublicCredential;
  datamart_id: string;
  choices: number;
}

const read = async (agent: string, path = '') =>
  (await tracking.call('GET', `7/user_points/user_agent_id=${agent}/user_choices${path}`)).body;
const current = async (agent: string) =>
  ((await read(agent)).data as { $choice_acceptance_value: boolean }[]).map((one) => one.$choice_acceptance_value);
const log = async (agent: string) => (await read(agent, '/processing_id=1/change_log')).data;
/** Choices are stored on one day in a test, or on two if it runs at midnight. */
const days = () => [-1, 0, 1].map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10));
async function undo(more: object = { collect_key_id: String(key) }, datamart_id = '7') {
  let undone = 0;
  for (const day of days()) {
    const answer = await tracking.call('POST', `${datamart_id}/user_choices/action`, { action: 'UNDO', day, ...more });
    expect(answer.body).toMatchObject({ status: 'ok', data: { is_complete: true } });
    undone += (answer.body.data as { undone: number }).undone;
  }
  return undone;
}

describe('the undone choices of a key', () => {
  it('count no more, and what was chosen before is current again', async () => {
    const [refused, only] = [aName(), aName()];
    await choose(refused, true, { ts: 1 });
    await choose(refused, false, { ts: 2, credential: page() });
    await choose(only, true, { credential: page() });
    expect([await current(refused), await current(only)]).toEqual([[false], [true]]);
    expect(await undo()).toBe(2);
    expect([await current(refused), await current(only)]).toEqual([[true], []]);
    expect(await read(only)).toMatchObject({ total: 0 });
  });

  it('stay in the change log, marked, each once however often they are undone', async () => {
    const agent = aName();
    await choose(agent, true, { ts: 1 });
    await choose(agent, false, { ts: 2, credential: page() });
    await undo();
    const marked = await log(agent);
    expect(marked).toMatchObject([
      { $choice_acceptance_value: false, $effective: false, $undone_ts: expect.any(Number), $source: 'PUBLIC' },
      { $choice_acceptance_value: true },
    ]);
    expect((marked as object[])[1]).not.toHaveProperty('$undone_ts');
    expect(await undo()).toBe(0);
    expect(await log(agent)).toEqual(marked);
  });

  it('of a signing key are trusted ones, which no longer stand against a public acceptance', async () => {
    const agent = aName();
    await choose(agent, false, { ts: 1, credential: app() });
    await choose(agent, true, { ts: 2, credential: { kind: 'collect_key', id: '1' } });
    expect(await current(agent)).toEqual([false]);
    expect(await undo({ message_authentication_key_id: key })).toBe(1);
    expect(await current(agent)).toEqual([true]);
  });

  it('are those of this key, of this datamart, of this day alone', async () => {
    const agents = [aName(), aName(), aName()];
    const [own = '', other = '', signed = ''] = agents;
    await choose(own, true, { credential: page() });
    await choose(other, true, { credential: { kind: 'collect_key', id: `${key}0` } });
    await choose(signed, true, { credential: app() });
    expect(await undo(undefined, '8')).toBe(0);
    const yesterday = { collect_key_id: key, day: '2026-01-02' };
    expect(await undo(yesterday)).toBe(0);
    expect(await Promise.all(agents.map(current))).toEqual([[true], [true], [true]]);
    expect(await undo()).toBe(1);
    expect(await Promise.all(agents.map(current))).toEqual([[], [true], [true]]);
  });

  it('are undone in any number, also of one person', async () => {
    const agent = aName();
    for (let sent = 0; sent < 6; sent++) await choose(agent, true, { ts: sent + 1, credential: page(), choices: 200 });
    expect(await undo()).toBe(1_200);
    expect(await read(agent)).toMatchObject({ total: 0 });
  });

  it('do not come back by a choice that is written afterwards', async () => {
    const agent = aName();
    await choose(agent, true, { ts: 9, credential: page() });
    await undo();
    await choose(agent, false, { ts: 5 });
    expect(await current(agent)).toEqual([false]);
  });

  it.each([['0'], ['abc'], ['9'.repeat(30)]])('are none of a key %s that cannot be', async (id) => {
    expect(await undo({ collect_key_id: id })).toBe(0);
  });

  it.each<[string, object, RegExp]>([
    ['no key', { collect_key_id: undefined }, /^collect_key_id: exactly one/],
    ['two keys', { message_authentication_key_id: '2' }, /^collect_key_id: exactly one/],
    ['another action', { action: 'REDO' }, /^action: /],
    ['no day', { day: undefined }, /^day: /],
    ['a day that does not exist', { day: '2026-02-30' }, /^day: there is no such day/],
    ['a time', { day: '2026-02-03T00:00:00Z' }, /^day: must be a day/],
  ])('are refused with %s', async (_case, difference, message) => {
    const body = { action: 'UNDO', collect_key_id: '1', day: '2026-11-27', ...difference };
    expect(await tracking.call('POST', '7/user_choices/action', body)).toMatchObject({
      status: 400,
      body: { error_code: 'BAD_REQUEST_DATA', error: expect.stringMatching(message) },
    });
  });
});
