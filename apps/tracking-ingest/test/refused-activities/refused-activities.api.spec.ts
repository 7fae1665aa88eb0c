import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReceivedRefusal } from '@tributary/contracts/refusals/refused-activity';
import { identifierDigest } from '@tributary/contracts/tracking/identifier';
import { eventually } from '@tributary/testing/eventually';
import { refused, startTracking, type Tracking } from '../tracking.js';
import { traceOf } from '../traces/traces-fixture.js';
import { aRefusal, publishRefusals } from './refusals-fixture.js';

let tracking: Tracking;
beforeAll(async () => {
  tracking = await startTracking();
});
afterAll(() => tracking.stop());

const datamart = '7';
const keep = (refusals: ReceivedRefusal[], changes = {}) =>
  publishRefusals(tracking.app.publisher, datamart, refusals, changes);
const list = async (query = '') =>
  (await tracking.call('GET', `${datamart}/refused_activities?max_results=500${query}`)).body;
const ids = async (query = '') => ((await list(query)).data as { id: string }[]).map(({ id }) => id);
const retry = (id: string, activity?: object) =>
  tracking.call('POST', `${datamart}/refused_activities/${id}/action`, { action: 'RETRY', activity });
const activitiesOf = async (agent: string) => {
  const { status, body } = await tracking.call('GET', `${datamart}/user_points/user_agent_id=${agent}/user_activities`);
  return status === 200 ? (body.data as Record<string, unknown>[]) : [];
};
const profilesLeftOut = async () => {
  const counter = tracking.app.platform.metrics.registry.getSingleMetric('tributary_tracking_public_left_out_total');
  const { values } = (await counter?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels['reason'] === 'public_profile')?.value ?? 0;
};
/** The steps of the activity that a retry made of a refusal. */
const stepsOf = async ({ id }: ReceivedRefusal) => (await traceOf(tracking, id))?.steps.map(({ step }) => step);
const visit = ($user_agent_id: string, more = {}) => ({ $type: 'SITE_VISIT', $user_agent_id, ...more });

describe('the list of refusals', () => {
  it('shows the newest first, with filters', async () => {
    const now = Date.now();
    const [old, young] = [
      aRefusal({ received_ts: now - 1_000, error_code: 'BAD_REQUEST_FORMAT', is_json: false, body: '{' }),
      aRefusal({ received_ts: now }),
    ];
    await keep([young, old]);
    expect((await ids()).filter((id) => [old.id, young.id].includes(id))).toEqual([young.id, old.id]);
    expect(await ids('&error_code=BAD_REQUEST_FORMAT')).toEqual([old.id]);
    expect(await ids(`&since=${now}`)).toEqual([young.id]);
    const { data } = await list('&error_code=BAD_REQUEST_FORMAT');
    const { id, received_ts, error_code, error, error_id, body } = old;
    expect(data).toEqual([{ id, received_ts, error_code, error, error_id, credential_id: '1', body }]);
  });

  it.each([['error_code=OTHER'], ['since=yesterday'], ['max_results=0']])('refuses %s', async (query) => {
    const { status, body } = await tracking.call('GET', `${datamart}/refused_activities?${query}`);
    expect({ status, body }).toEqual(refused(400, 'BAD_REQUEST_DATA', query.split('=')[0]));
  });

  it('ends after 7 days, for a body that is no JSON after one', async () => {
    const received_ts = Date.now() - 2 * 86_400_000;
    const rows = [aRefusal({ received_ts }), aRefusal({ received_ts, is_json: false })];
    const ended = aRefusal({ received_ts: received_ts - 5 * 86_400_000 });
    await keep([...rows, ended]);
    const found = await ids();
    expect([...rows, ended].map(({ id }) => found.includes(id))).toEqual([true, false, false]);
  });

  it('has a message that comes again once, also after its refusal is gone', async () => {
    const refusal = aRefusal({ body: JSON.stringify(visit('again')) });
    const instance = randomUUID();
    await keep([refusal], { instance });
    expect(await retry(refusal.id)).toMatchObject({ status: 200 });
    await keep([refusal], { instance });
    expect(await ids()).not.toContain(refusal.id);
    const next = aRefusal();
    await keep([next], { instance, number: 2 });
    expect(await ids()).toContain(next.id);
  });
});

describe('a retry', () => {
  it('stores the repaired activity as received at its time, with the digits that were sent', async () => {
    const refusal = aRefusal({ received_ts: Date.now() - 60_000 });
    await keep([refusal]);
    const text = `{"action":"RETRY","activity":{"$type":"TOUCH","$user_agent_id":"exact","n":12345678901234567890}}`;
    const { status, body } = await tracking.call('POST', `${datamart}/refused_activities/${refusal.id}/action`, text);
    const { id, received_ts } = refusal;
    expect({ status, data: body.data }).toEqual({ status: 200, data: { id, received_ts } });
    await eventually(async () =>
      expect(await activitiesOf('exact')).toMatchObject([{ $id: id, $received_ts: received_ts }]),
    );
    const { text: stored } = await tracking.call('GET', `${datamart}/user_points/user_agent_id=exact/user_activities`);
    expect(stored).toContain('12345678901234567890');
    expect(await retry(id)).toEqual(expect.objectContaining(refused(404, 'RESOURCE_NOT_FOUND')));
  });

  it('of two at once is accepted once', async () => {
    const refusal = aRefusal();
    await keep([refusal]);
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => retry(refusal.id, visit(`once-${name}`))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    const won = ['a', 'b', 'c'][answers.findIndex(({ status }) => status === 200)];
    await eventually(async () => expect(await activitiesOf(`once-${won}`)).toHaveLength(1));
  });

  it.each([
    ['is refused again', {}, { $type: 'TOUCH' }, 'BAD_REQUEST_DATA', '$user_identifiers: '],
    ['is of another channel', { channel_id: 'c1' }, visit('x', { $site_id: 'c2' }), 'BAD_REQUEST_DATA', 'channel c1'],
    [
      'names too many identifiers for a public credential',
      { channel_id: 'c1' },
      {
        $type: 'TOUCH',
        $user_identifiers: Array.from({ length: 21 }, (_, n) => ({ $type: 'USER_AGENT', $user_agent_id: `many-${n}` })),
      },
      'BAD_REQUEST_DATA',
      'at most 20',
    ],
  ])('that %s is answered 400, and the refusal stays', async (_case, key, activity, error_code, error) => {
    const refusal = aRefusal({ credential: { kind: 'collect_key', id: '3', accepts_profiles: false, ...key } });
    await keep([refusal]);
    const { status, body } = await retry(refusal.id, activity);
    expect({ status, body }).toEqual(refused(400, error_code, error));
    expect(await ids()).toContain(refusal.id);
  });

  it.each([
    ['is no JSON', { body: '{', is_json: false }, 'BAD_REQUEST_FORMAT', 'not JSON'],
    ['is kept in part', { is_cut: true }, 'BAD_REQUEST_DATA', 'activity: is required'],
  ])('of a body that %s needs a repaired one', async (_case, changes, error_code, error) => {
    const refusal = aRefusal(changes);
    await keep([refusal]);
    const { status, body } = await retry(refusal.id);
    expect({ status, body }).toEqual(refused(400, error_code, error));
    expect(await retry(refusal.id, visit('repaired'))).toMatchObject({ status: 200 });
  });

  it.each([
    [{}, 'action'],
    [{ action: 'DELETE' }, 'action'],
    [{ action: 'RETRY', activity: [] }, 'activity'],
    [{ action: 'RETRY', activity: 'x' }, 'activity'],
  ])('with the body %j is refused', async (body, error) => {
    const answer = await tracking.call('POST', `${datamart}/refused_activities/${randomUUID()}/action`, body);
    expect(answer).toEqual(expect.objectContaining(refused(400, 'BAD_REQUEST_DATA', error)));
  });

  it('of a collect key gets its channel, and no profile, which its trace and a metric show', async () => {
    const before = await profilesLeftOut();
    const credential = { kind: 'collect_key', id: '3', channel_id: 'shop', accepts_profiles: false } as const;
    const refusal = aRefusal({ credential });
    await keep([refusal]);
    const $properties = { $user_account_id: 'u', city: 'Rome' };
    const $events = [{ $event_name: '$set_user_profile_properties', $properties }, { $event_name: 'view' }];
    expect(await retry(refusal.id, visit('of-a-key', { $events }))).toMatchObject({ status: 200 });
    await eventually(async () =>
      expect(await activitiesOf('of-a-key')).toMatchObject([{ $site_id: 'shop', $events: [{ $event_name: 'view' }] }]),
    );
    expect(await stepsOf(refusal)).toEqual(['ACCEPTED', 'PROFILE_LEFT_OUT', 'STORED']);
    // (control) The retry of a token keeps its profile.
    const ofToken = aRefusal();
    await keep([ofToken]);
    expect(await retry(ofToken.id, visit('of-a-token', { $events }))).toMatchObject({ status: 200 });
    await eventually(async () => expect(await stepsOf(ofToken)).toEqual(['ACCEPTED', 'STORED']));
    expect(await profilesLeftOut()).toBe(before + 1);
  });

  it('counts as accepted in the reconciliation', async () => {
    const received_ts = Date.now() - 3 * 86_400_000;
    const refusal = aRefusal({ received_ts });
    await keep([refusal]);
    await retry(refusal.id, visit('counted'));
    const rows = () =>
      tracking.database.query<{ accepted: string; difference: string }[]>(
        'select accepted, difference from activity_reconciliation where datamart_id = $1 and hour_ts between $2 and $3',
        [datamart, received_ts - 3_600_000, received_ts],
      );
    await eventually(async () => expect(await rows()).toEqual([{ accepted: '1', difference: '0' }]));
  });
});

describe('the erasure of a person', () => {
  const names = (agent: string) => [identifierDigest(datamart, { type: 'USER_AGENT', value: agent })];
  const erase = (agent: string) => tracking.call('DELETE', `${datamart}/user_points/user_agent_id=${agent}`);

  it('removes the refusals that name one of its identifiers, and no others', async () => {
    await tracking.send(datamart, { $user_agent_id: 'gone' });
    const [own, other] = [aRefusal({ names: names('gone') }), aRefusal({ names: names('stays') })];
    await keep([own, other]);
    expect(await ids()).toEqual(expect.arrayContaining([own.id, other.id]));
    expect(await erase('gone')).toMatchObject({ status: 200 });
    expect(await ids()).not.toContain(own.id);
    expect(await ids()).toContain(other.id);
  });

  it('keeps out what was received before it and comes later, also of an unknown identifier', async () => {
    const early = aRefusal({ names: names('never seen'), received_ts: Date.now() });
    expect(await erase('never seen')).toMatchObject({ status: 404 });
    const late = aRefusal({ names: names('never seen'), received_ts: Date.now() + 60_000 });
    await keep([early, late]);
    expect(await ids()).not.toContain(early.id);
    expect(await ids()).toContain(late.id);
  });
});
