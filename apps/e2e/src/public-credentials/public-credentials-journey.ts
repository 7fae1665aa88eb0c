import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import type { ActivityTrace } from '@tributary/contracts/traces/activity-trace';
import { eventually } from '@tributary/testing/eventually';
import { Client, type Resource } from '../client/client.js';
import { choiceEvent, newConsentChannel, type ConsentChannel } from '../client/consent-channel.js';
import { ExposedMetrics } from '../client/exposed-metrics.js';
import { newMember } from '../client/tenant.js';

/** The processes under test. */
interface FrontDoor {
  token: string;
  /** Where pages send to: each of these takes the collect key. */
  gateways: readonly [string, string];
  /** Where the second gateway and tracking-ingest serve their metrics. */
  metricsOf: { gateway: string; tracking: string };
}

const leftOut = 'tributary_tracking_public_left_out_total';
const profilesLeftOut = 'tributary_gateway_profile_events_left_out_total';
type Accepted = { data: { id: string } };
type PublicKey = Resource & { key: string };
/** Choices are stored on one day, or on two if it runs at midnight. */
const days = () => [-1, 0, 1].map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10));

/** The limits of a public key, by what is counted where, and the undo of its choices. */
export function publicCredentialsJourney(door: () => FrontDoor): void {
  let admin: Client;
  let editor: Client;
  let channel: ConsentChannel;
  let datamart: string;

  beforeAll(async () => {
    const { gateways, token } = door();
    admin = new Client(gateways[0], token);
    channel = await newConsentChannel(admin);
    datamart = `/datamarts/${channel.datamart_id}`;
    editor = (await newMember(admin, channel, 'EDITOR')).client;
  });

  /** An activity that is answered 503 may be durable: each attempt sends the same one. */
  const send = (client: Client, activity: object) => {
    const body = { $type: 'TOUCH', $unique_key: randomUUID(), ...activity };
    return eventually(() => client.post(`${datamart}/user_activities`, body));
  };
  /** A collect key of its own, at each gateway. */
  const newPages = async () => {
    const asked = { name: 'Pages', allowed_origins: ['*'] };
    const { id, key } = await eventually(() => editor.post<PublicKey>(`${datamart}/collect_keys`, asked));
    return { key_id: id, pages: door().gateways.map((url) => new Client(url, key)) };
  };
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

  /** A person who has refused, as a trusted system says. */
  const refusedBy = async (agent: string) => {
    await send(admin, chooses(agent, false));
    await eventually(async () => expect(await choicesOf(agent)).toHaveLength(1));
  };

  it('counts each merge and choice that a page may not make once, sent again to another gateway too', async () => {
    const { pages } = await newPages();
    const [device, ana, ben, refuser] = ['device', 'ana', 'ben', 'refuser'].map((name) => `${name}-${randomUUID()}`);
    await refusedBy(refuser!);
    const known = [
      await send(admin, { $user_account_id: ana, $user_agent_id: device }),
      await send(admin, { $user_account_id: ben }),
    ];
    for (const { id } of known) await untilStep(id, 'STORED');
    for (const [$unique_key, activity, step] of [
      [randomUUID(), chooses(refuser!, true), 'CHOICE_NOT_EFFECTIVE'],
      [randomUUID(), chooses(refuser!, true), 'CHOICE_NOT_EFFECTIVE'],
      [randomUUID(), { $user_account_id: ben, $user_agent_id: device }, 'MERGE_REFUSED'],
    ] as const) {
      for (const page of pages) await send(page, { ...activity, $unique_key });
      await untilStep($unique_key, step);
      await untilStep($unique_key, 'DUPLICATE');
    }
    const counted = async () => {
      const metrics = await ExposedMetrics.of(door().metricsOf.tracking);
      return ['public_choice', 'public_merge'].map((reason) =>
        metrics.sum(leftOut, { datamart: channel.datamart_id, reason }),
      );
    };
    await eventually(async () => expect(await counted()).toEqual([2, 1]));
    const log = await choicesOf(refuser!, '/change_log');
    expect(log.filter(({ $effective }) => $effective === false)).toHaveLength(2);
    // Later activities of the same people are stored: nothing of the former ones is counted late.
    for (const $user_agent_id of [refuser, device])
      for (const page of pages) await untilStep((await send(page, { $user_agent_id })).id, 'STORED');
    expect(await counted()).toEqual([2, 1]);
  });

  it('counts each profile that a page may not write, at the gateway that takes it', async () => {
    const counted = async () => (await ExposedMetrics.of(door().metricsOf.gateway)).sum(profilesLeftOut);
    const page = (await newPages()).pages[1]!;
    const profile = { $event_name: '$set_user_profile_properties', $properties: { age: 7 } };
    // A gateway counts what it takes, also where the broker then refuses it: the first that is accepted at once.
    const { before, visitor, id } = await eventually(async () => {
      const [before, visitor] = [await counted(), randomUUID()];
      const activity = { $type: 'TOUCH', $user_account_id: visitor, $events: [profile, profile] };
      const { status, body } = await page.call<Accepted>('POST', `${datamart}/user_activities`, activity);
      expect(status).toBe(200);
      return { before, visitor, id: body.data.id };
    });
    expect(await counted()).toBe(before + 2);
    await untilStep(id, 'STORED');
    const person = `${datamart}/user_points/compartment_id=default,user_account_id=${visitor}`;
    expect(await admin.list(`${person}/user_profiles`)).toEqual([]);
    expect(await counted()).toBe(before + 2);
  });

  it('forgets what people chose with a key on a day, as an editor asks', async () => {
    const { key_id, pages } = await newPages();
    const [newcomer, refuser] = [`newcomer-${randomUUID()}`, `refuser-${randomUUID()}`];
    await refusedBy(refuser);
    const visit = { $site_id: channel.channel_id, $user_agent_id: newcomer };
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
    for (const page of pages) for (const agent of [newcomer, refuser]) await send(page, chooses(agent, true));
    const inLog = async (agent: string, count: number) =>
      eventually(async () => expect(await choicesOf(agent, '/change_log')).toHaveLength(count));
    await inLog(newcomer, 2);
    // With its refusal.
    await inLog(refuser, 3);
    expect(await endOf(visit)).toBe('STORED');
    let undone = 0;
    for (const day of days()) {
      const undo = { action: 'UNDO', collect_key_id: key_id, day };
      const answer = await editor.post<{ id: string; undone: number }>(`${datamart}/user_choices/action`, undo);
      undone += answer.undone;
    }
    // Two of each person.
    expect(undone).toBe(4);
    expect(await choicesOf(newcomer)).toEqual([]);
    const log = await choicesOf(newcomer, '/change_log');
    expect(log).toHaveLength(2);
    for (const one of log) expect(one).toMatchObject({ $source: 'PUBLIC', $undone_ts: expect.any(Number) });
    expect(await choicesOf(refuser)).toMatchObject([{ $choice_acceptance_value: false, $source: 'TRUSTED' }]);
    expect(await endOf(visit)).toBe('REFUSED_BY_CHOICE');
  });
}
