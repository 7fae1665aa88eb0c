import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import type { ActivityTrace } from '@tributary/contracts/traces/activity-trace';
import { eventually } from '@tributary/testing/eventually';
import { Client, type Resource } from '../client/client.js';
import { choiceEvent, newConsentChannel, type ConsentChannel } from '../client/consent-channel.js';
import { ExposedMetrics } from '../client/exposed-metrics.js';
import { newMember } from '../client/tenant.js';

/** The processes under test. */
export interface FrontDoor {
  token: string;
  /** Where pages send to: each of these takes the collect key. */
  gateways: readonly [string, string];
  /** Where the second gateway and tracking-ingest serve their metrics. */
  metricsOf: { gateway: string; tracking: string };
}

const leftOut = 'tributary_tracking_public_left_out_total';
const profilesLeftOut = 'tributary_gateway_profile_events_left_out_total';
/** Choices are stored on one day, or on two if it runs at midnight. */
const days = () => [-1, 0, 1].map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10));

/** The limits of a public key, by what is counted where, and the undo of its choices. */
export function publicCredentialsJourney(door: () => FrontDoor): void {
  let admin: Client;
  let editor: Client;
  let channel: ConsentChannel;
  let datamart: string;
  let key: Resource & { key: string };

  beforeAll(async () => {
    const { gateways, token } = door();
    admin = new Client(gateways[0], token);
    channel = await newConsentChannel(admin);
    datamart = `/datamarts/${channel.datamart_id}`;
    editor = (await newMember(admin, channel, 'EDITOR')).client;
    key = await eventually(() => editor.post(`${datamart}/collect_keys`, { name: 'Pages', allowed_origins: ['*'] }));
  });

  const send = (client: Client, activity: object) =>
    eventually(() => client.post(`${datamart}/user_activities`, { $type: 'TOUCH', ...activity }));
  const pages = () => door().gateways.map((url) => new Client(url, key.key));
  const traceOf = (id: string) => admin.get<ActivityTrace>(`${datamart}/user_activities/${id}/trace`);
  const choicesOf = (agent: string, path = '') =>
    admin.list(`${datamart}/user_points/user_agent_id=${agent}/user_choices${path}`);
  const chooses = (agent: string, accepted: boolean, more: object = {}) => ({
    $user_agent_id: agent,
    $events: [choiceEvent(channel, accepted)],
    ...more,
  });

  /** Waits until the activity has ended so. */
  const untilStep = (id: string, step: string) =>
    eventually(async () => expect((await traceOf(id)).steps.map((one) => one.step)).toContain(step));

  it('counts each merge and choice that a page may not make once, sent again to another gateway too', async () => {
    const [device, ana, ben] = ['device', 'ana', 'ben'].map((name) => `${name}-${randomUUID()}`);
    await send(admin, chooses('refuser', false));
    await eventually(async () => expect(await choicesOf('refuser')).toHaveLength(1));
    const known = [
      await send(admin, { $user_account_id: ana, $user_agent_id: device }),
      await send(admin, { $user_account_id: ben }),
    ];
    for (const { id } of known) await untilStep(id, 'STORED');
    for (const [$unique_key, activity, step] of [
      [randomUUID(), chooses('refuser', true), 'CHOICE_NOT_EFFECTIVE'],
      [randomUUID(), chooses('refuser', true), 'CHOICE_NOT_EFFECTIVE'],
      [randomUUID(), { $user_account_id: ben, $user_agent_id: device }, 'MERGE_REFUSED'],
    ] as const) {
      for (const page of pages()) await send(page, { ...activity, $unique_key });
      await untilStep($unique_key, step);
      await untilStep($unique_key, 'DUPLICATE');
    }
    await eventually(async () => {
      const metrics = await ExposedMetrics.of(door().metricsOf.tracking);
      const counted = (reason: string) => metrics.sum(leftOut, { datamart: channel.datamart_id, reason });
      expect([counted('public_choice'), counted('public_merge')]).toEqual([2, 1]);
    });
    const log = await choicesOf('refuser', '/change_log');
    expect(log.filter(({ $effective }) => $effective === false)).toHaveLength(2);
  });

  it('counts each profile that a page may not write, at the gateway that takes it', async () => {
    const counted = async () => (await ExposedMetrics.of(door().metricsOf.gateway)).sum(profilesLeftOut);
    const before = await counted();
    const visitor = randomUUID();
    const profile = { $event_name: '$set_user_profile_properties', $properties: { age: 7 } };
    const page = new Client(door().gateways[1], key.key);
    const { id } = await send(page, { $user_account_id: visitor, $events: [profile, profile] });
    expect(await counted()).toBe(before + 2);
    await untilStep(id, 'STORED');
    const person = `${datamart}/user_points/compartment_id=default,user_account_id=${visitor}`;
    expect(await admin.list(`${person}/user_profiles`)).toEqual([]);
  });

  it('forgets what people chose with a key on a day, as an editor asks', async () => {
    const visit = { $site_id: channel.channel_id, $user_agent_id: 'newcomer' };
    const endOf = async (activity: object) => {
      const { id } = await send(admin, activity);
      return eventually(async () => {
        const { state } = await traceOf(id);
        expect(state).toMatch(/STORED|REFUSED_BY_CHOICE/);
        return state;
      });
    };
    // The selection acts.
    await eventually(async () => expect(await endOf(visit)).toBe('REFUSED_BY_CHOICE'));
    for (const page of pages()) await send(page, chooses('newcomer', true));
    await eventually(async () => expect(await choicesOf('newcomer', '/change_log')).toHaveLength(2));
    expect(await endOf(visit)).toBe('STORED');
    let undone = 0;
    for (const day of days()) {
      const undo = { action: 'UNDO', collect_key_id: key.id, day };
      const answer = await editor.post<{ id: string; undone: number }>(`${datamart}/user_choices/action`, undo);
      undone += answer.undone;
    }
    // With those of the person who had refused.
    expect(undone).toBe(4);
    expect(await choicesOf('newcomer')).toEqual([]);
    const log = await choicesOf('newcomer', '/change_log');
    expect(log).toHaveLength(2);
    for (const one of log) expect(one).toMatchObject({ $source: 'PUBLIC', $undone_ts: expect.any(Number) });
    expect(await choicesOf('refuser')).toMatchObject([{ $choice_acceptance_value: false, $source: 'TRUSTED' }]);
    expect(await endOf(visit)).toBe('REFUSED_BY_CHOICE');
  });
}
