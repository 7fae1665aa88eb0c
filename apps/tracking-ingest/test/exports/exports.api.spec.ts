import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailHash } from '@tributary/contracts/tracking/identifier';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => void (tracking = await startTracking()));
afterAll(() => tracking.stop());

const read = (path: string) => tracking.call('GET', path);
const exported = async (selector: string) =>
  JSON.parse((await read(`1/user_points/${selector}/export`)).text) as Record<string, unknown>;

describe('an export of a person', () => {
  it('has what the routes of the person have, and the log of each choice', async () => {
    const account = { $type: 'USER_ACCOUNT', $compartment_id: 'c', $user_account_id: 'u' };
    await tracking.send('1', { $user_identifiers: [account], $events: [{ $event_name: 'seen' }], big: 1 });
    await tracking.send('1', { $user_identifiers: [{ $type: 'USER_EMAIL', $email: 'ada@example.com' }] });
    await tracking.send('1', {
      $user_identifiers: [account, { $type: 'USER_EMAIL', $email: 'ada@example.com' }],
      $ts: 1_700_000_000_000,
    });
    const point = `1/user_points/compartment_id=c,user_account_id=u`;
    await tracking.call(
      'PUT',
      `${point}/user_profiles/compartment_id=c/user_account_id=u`,
      '{"size":12345678901234567890}',
    );
    for (const $choice_acceptance_value of [true, false])
      await tracking.call('PUT', `${point}/user_choices/processing_id=4`, { $choice_acceptance_value });
    await tracking.call('PUT', `${point}/user_choices/processing_id=5`, {
      $choice_acceptance_value: true,
      how: 'form',
    });
    await tracking.call('PUT', `${point}/user_segments/s-1`, '{"data_bag":{"level": 1.10}}');

    const answer = await read(`${point}/export`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"size":12345678901234567890');
    expect(answer.text).toContain('{"level": 1.10}');
    const all = await exported('compartment_id=c,user_account_id=u');
    expect(Object.keys(all)).toEqual(['identifiers', 'identity', 'profiles', 'choices', 'segments', 'activities']);
    const listed = async (part: string) => (await read(`${point}/${part}`)).body.data as unknown;
    expect(all.identifiers).toEqual(await listed('user_identifiers'));
    expect(all.profiles).toEqual(await listed('user_profiles'));
    expect(all.segments).toEqual(await listed('user_segments'));
    expect(all.activities).toEqual(await listed('user_activities'));
    const logs = [await listed('user_choices/4/change_log'), await listed('user_choices/5/change_log')];
    const choices = (await listed('user_choices')) as object[];
    expect(all.choices).toEqual(choices.map((choice, index) => ({ ...choice, $change_log: logs[index] })));
    expect(all.identity).toEqual((await read(`${point}/identity`)).body.data);
    expect(all.identity).toMatchObject({ merged: [{ cause: 'ACTIVITY' }], links: [{ since: 0 }] });
  });

  it('has empty lists of a person with an identifier only', async () => {
    await tracking.call('POST', '1/user_identifiers_association_declarations', {
      identifiers: [{ type: 'USER_EMAIL', email: 'bob@example.com' }],
    });
    const empty = { profiles: [], choices: [], segments: [], activities: [] };
    expect(await exported(`email_hash=${emailHash('bob@example.com')}`)).toMatchObject(empty);
  });

  it('of more than is read at once has everything, in order', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => ({ $ts: 1_700_000_000_000 + index, index }));
    for (const line of lines)
      await tracking.send('1', { $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'many' }], ...line });
    const { activities } = await exported('user_agent_id=many');
    expect((activities as { index: number }[]).map(({ index }) => index)).toEqual(
      lines.map(({ index }) => index).toReversed(),
    );
  });

  it('of an unknown person, or of one of another datamart, is 404, by HEAD too', async () => {
    const editor = tracking.app.as({ user_id: '1', roles: [{ organisation_id: '1', role: 'EDITOR' }] });
    const of = (datamart_id: string) => `/v1/datamarts/${datamart_id}/user_points/user_agent_id=many/export`;
    for (const method of ['GET', 'HEAD']) {
      expect((await editor(of('2'), { method })).status).toBe(404);
      const known = await editor(of('1'), { method });
      expect([known.status, known.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    }
  });
});
