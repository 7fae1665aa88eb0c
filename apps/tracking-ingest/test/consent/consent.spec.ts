import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EnforcedProcessing } from '@tributary/contracts/admin/processing';
import { activityReceived, directoryChanged } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { transaction } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { lockWaits } from '@tributary/testing/postgres/lock-waits';
import { activityBatch, Applied, deliverBatch } from '../applied.js';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Applied])));
afterAll(() => tracking.stop());

const consent: EnforcedProcessing = { processing_id: '5', legal_basis: 'CONSENT' };
const datamart_id = '7';
const channel = '31';
let version = 0;

async function select(processings: EnforcedProcessing[]): Promise<void> {
  const value = { kind: 'channel' as const, id: channel, datamart_id, version: ++version, processings, analyzers: [] };
  await tracking.app.publisher.publish(directoryChanged, [{ id: uuid7(), value }]);
}
beforeEach(() => select([consent]));

let people = 0;
const aPerson = () => `person-${++people}`;
const pathOf = (agent: string, rest: string) => `${datamart_id}/user_points/user_agent_id=${agent}/${rest}`;
const choose = (agent: string, accepted: boolean) =>
  tracking.call('PUT', pathOf(agent, 'user_choices/processing_id=5'), {
    $choice_ts: ++people,
    $choice_acceptance_value: accepted,
  });
const listed = async (agent: string, what: string) => (await tracking.call('GET', pathOf(agent, what))).body;
const storedOf = async (agent: string) => (await listed(agent, 'user_activities')).total;

const visit = (agent: string, fields: object = {}) =>
  tracking.send(datamart_id, { $type: 'SITE_VISIT', $user_agent_id: agent, $site_id: channel, ...fields });
const choice = (accepted: boolean) => ({
  $event_name: '$set_user_choice',
  $properties: { $processing_id: '5', $choice_acceptance_value: accepted },
});

describe('an activity of a channel that needs consent', () => {
  it('is stored for a person who has accepted, and not for others', async () => {
    const [accepts, refuses, silent] = [aPerson(), aPerson(), aPerson()];
    await choose(accepts, true);
    await choose(refuses, false);
    await Promise.all([accepts, refuses, silent].map((agent) => visit(agent)));
    expect(await Promise.all([accepts, refuses, silent].map(storedOf))).toEqual([1, 0, 0]);
  });

  it('leaves its choices and the identifiers of its person, and nothing else', async () => {
    const [agent, account] = [aPerson(), aPerson()];
    const counts = () => Promise.all((['UserActivity', 'UserEvent', 'UserProfile'] as const).map(tracking.counted));
    const before = await counts();
    const profile = { $event_name: '$set_user_profile_properties', $properties: { $user_account_id: account, age: 7 } };
    await visit(agent, { $events: [choice(false), profile] });
    expect(await storedOf(agent)).toBe(0);
    expect(await listed(agent, 'user_profiles')).toMatchObject({ total: 0 });
    expect(await listed(agent, 'user_choices')).toMatchObject({ data: [{ $choice_acceptance_value: false }] });
    expect(await listed(agent, 'user_identifiers')).toMatchObject({ total: 2 });
    expect(await counts()).toEqual(before);
  });

  it('is evaluated by the choices that it carries', async () => {
    const agent = aPerson();
    await visit(agent, { $events: [choice(true)] });
    expect(await storedOf(agent)).toBe(1);
  });

  it('stays refused when it is sent again after an acceptance', async () => {
    const agent = aPerson();
    const { app } = tracking;
    const body = JSON.stringify({ $type: 'TOUCH', $site_id: channel });
    const identifiers = [{ type: 'USER_AGENT' as const, value: agent }];
    const value = { datamart_id, activity_id: randomUUID(), received_ts: Date.now(), identifiers, body };
    const deliver = () => app.publisher.publish(activityReceived, [{ id: value.activity_id, value }]);
    await deliver();
    await choose(agent, true);
    await deliver();
    expect(await storedOf(agent)).toBe(0);
    await visit(agent);
    expect(await storedOf(agent)).toBe(1);
  });

  it('is stored when nothing decides about the channel any more', async () => {
    const agent = aPerson();
    await select([]);
    await visit(agent);
    expect(await storedOf(agent)).toBe(1);
  });

  it.each([
    ['the first of site, app and television decides', { $site_id: '32', $app_id: channel }, 1],
    ['an app is a channel', { $site_id: null, $app_id: channel }, 0],
    ['a television is a channel', { $site_id: null, $ctv_id: channel }, 0],
    ['a $channel_id is none', { $site_id: null, $channel_id: channel }, 1],
  ])('%s', async (_case, fields, stored) => {
    const agent = aPerson();
    await visit(agent, fields);
    expect(await storedOf(agent)).toBe(stored);
  });

  it('does not decide in another datamart', async () => {
    const agent = aPerson();
    await tracking.send('8', { $user_agent_id: agent, $site_id: channel });
    expect((await tracking.call('GET', `8/user_points/user_agent_id=${agent}/user_activities`)).body.total).toBe(1);
  });

  it('waits for a choice that is being written, and is evaluated by it', async () => {
    const agent = aPerson();
    await choose(agent, true);
    await visit(agent);
    expect(await storedOf(agent)).toBe(1);
    let sent: Promise<void> | undefined;
    await transaction(tracking.database, async (client) => {
      await client.query(
        `select from user_points p join user_identifiers using (datamart_id, user_point_id) where value = $1
          for no key update of p`,
        [agent],
      );
      sent = visit(agent);
      await eventually(async () => expect(await lockWaits(tracking.postgres.url, 'user_points')).not.toEqual([]));
      await client.query(
        `insert into user_choices
          (datamart_id, user_point_id, processing_id, choice_ts, choice_acceptance_value, custom, creation_ts)
          select datamart_id, user_point_id, '5', 9000000, false, '{}', 1 from user_identifiers where value = $1`,
        [agent],
      );
    });
    await sent;
    expect(await storedOf(agent)).toBe(1);
  });
});

describe('refused activities', () => {
  it('are counted in the balance and in metrics', async () => {
    const { platform } = tracking.app;
    const refused = async () => {
      const text = await platform.metrics.registry.metrics();
      return Number(
        /tributary_tracking_activities_total\{source="live",outcome="refused_by_choice"[^}]*\} (\d+)/.exec(text)?.[1],
      );
    };
    const balance = `select coalesce(sum(refused_by_choice), 0)::int as refused from activity_reconciliation`;
    const before = [await refused(), (await tracking.database.query<{ refused: number }[]>(balance))[0]?.refused];
    await visit(aPerson());
    const after = [await refused(), (await tracking.database.query<{ refused: number }[]>(balance))[0]?.refused];
    expect(after).toEqual(before.map((count) => Number(count) + 1));
  });

  it('are logged with their channel and its processings, and nothing about people', async () => {
    const accepts = aPerson();
    await choose(accepts, true);
    const debug = jest.spyOn(tracking.app.platform.logger, 'debug');
    await visit(accepts);
    await visit(aPerson());
    const lines = debug.mock.calls.filter(([, message]) => message === 'choices refuse activities');
    debug.mockRestore();
    expect(lines.map(([fields]) => fields)).toEqual([
      { datamart_id, channel_id: channel, processing_ids: ['5'], refused: 1 },
    ]);
  });

  it('of an import are successes with their own count, in a redelivered batch, too', async () => {
    const [accepts, refuses] = [aPerson(), aPerson()];
    await choose(accepts, true);
    const visits = [accepts, refuses, accepts, refuses].map((agent) => {
      return { agent, fields: { $type: 'SITE_VISIT', $site_id: channel } };
    });
    const batch = activityBatch(datamart_id, visits);
    const deliver = () => deliverBatch(tracking.app.publisher, batch);
    const expected = { total_success: 4, total_refused_by_choice: 2, failures: [] };
    expect(await deliver()).toMatchObject(expected);
    expect(await deliver()).toMatchObject(expected);
    expect(await Promise.all([accepts, refuses].map(storedOf))).toEqual([2, 0]);
  });
});
