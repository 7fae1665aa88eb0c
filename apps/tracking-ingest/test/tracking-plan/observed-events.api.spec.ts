import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PublicCredential } from '@tributary/contracts/tracking/activity';
import { activityReceived } from '@tributary/contracts/topics/topics';
import type { EventType, Overflowing } from '@tributary/contracts/tracking-plan/observed-event-type';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { eventually } from '@tributary/testing/eventually';
import { activityBatch, Applied, deliverBatch } from '../applied.js';
import { aRefusal, publishRefusals } from '../refused-activities/refusals-fixture.js';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Applied])));
afterAll(() => tracking.stop());

/** Each case has a datamart of its own. */
let last = 500;
const aDatamart = () => String(++last);

interface More {
  activity_id?: string;
  public_credential?: PublicCredential;
  blocked_events?: string[];
  analysis_id?: string;
  $site_id?: string;
}
const event = ($event_name: string, $properties?: object) => ({ $event_name, $properties });
/** As the gateway publishes it. */
const send = (datamart_id: string, agent: string, $events: object[], { $site_id, ...more }: More = {}) => {
  const body = { $type: 'TOUCH', $user_agent_id: agent, $site_id, $events };
  const { identifiers } = identifiersOf(UserActivity.parse(body));
  const received = { datamart_id, activity_id: uuid7(), received_ts: Date.now(), identifiers };
  const value = { ...received, body: JSON.stringify(body), ...more };
  return tracking.app.publisher.publish(activityReceived, [{ id: value.activity_id, value }]);
};

const list = async (datamart: string) =>
  (await tracking.call('GET', `${datamart}/event_types?max_results=500`)).body as unknown as Overflowing & {
    data: EventType[];
    total: number;
  };
const listed = (datamart: string, check: (types: EventType[]) => void) =>
  eventually(async () => check((await list(datamart)).data));
const exampleOf = (types: EventType[], property: string) =>
  types[0]?.properties.find(({ name }) => name === property)?.example;

describe('observed events', () => {
  it('of activities and of lines are listed with their channels and properties, without duplicates', async () => {
    const datamart = aDatamart();
    const started = Date.now();
    const activity_id = uuid7();
    const order = event('order', { amount: 2, sku: 'a', gift: null, tags: [], more: {} });
    await send(datamart, 'p-1', [order, event('other')], { activity_id, $site_id: 's-1' });
    await send(datamart, 'p-1', [order, event('other')], { activity_id, $site_id: 's-1' });
    await send(datamart, 'p-2', [event('order', { amount: '2', flag: true })], { $site_id: 's-2' });
    const line = { agent: 'p-3', fields: { $type: 'TOUCH', $events: [event('order')] } };
    await deliverBatch(tracking.app.publisher, activityBatch(datamart, [line]));
    await listed(datamart, (types) => {
      expect(types.map(({ name, count_7d }) => [name, count_7d])).toEqual([
        ['order', 3],
        ['other', 1],
      ]);
      const [first] = types;
      expect(first).toMatchObject({ channels: ['s-1', 's-2'], status: 'OBSERVED', violations_7d: 0 });
      expect(first?.properties.map(({ name, types: counts }) => [name, counts])).toEqual([
        ['amount', { number: 1, string: 1 }],
        ['flag', { boolean: 1 }],
        ['gift', { null: 1 }],
        ['more', { object: 1 }],
        ['sku', { string: 1 }],
        ['tags', { array: 1 }],
      ]);
      expect(first?.last_seen_ts).toBeGreaterThanOrEqual(started);
    });
    expect(await list(datamart)).toMatchObject({ total: 2, overflow: { names: 0, properties: 0 } });
  });

  it('show a value that five people had, until one of them is erased, and none that could name a person', async () => {
    const datamart = aDatamart();
    const schema = { properties: { secret: { 'x-sensitive': true } } };
    await tracking.call('PUT', `${datamart}/event_types/viewed`, { status: 'EXPECTED', schema });
    const properties = { colour: 'red', secret: 'red', mail: 'a@b.example', card: '1234567890123', own: 'viewer' };
    const view = (n: number) => send(datamart, `viewer-${n}`, [event('viewed', { ...properties, own: `viewer-${n}` })]);
    for (let n = 1; n <= 4; n += 1) await view(n);
    await view(4);
    await listed(datamart, ([type]) => expect(type?.count_7d).toBe(5));
    expect(exampleOf((await list(datamart)).data, 'colour')).toBeUndefined();
    await view(5);
    await listed(datamart, (types) => expect(exampleOf(types, 'colour')).toBe('red'));
    for (const name of ['secret', 'mail', 'card', 'own'])
      expect([name, exampleOf((await list(datamart)).data, name)]).toEqual([name, undefined]);
    await tracking.call('DELETE', `${datamart}/user_points/user_agent_id=viewer-2`);
    await listed(datamart, (types) => expect(exampleOf(types, 'colour')).toBeUndefined());
    const [row] = await tracking.database.query<{ people: number }[]>(
      `select count(distinct user_point_id)::int as people from observed_values where datamart_id = $1`,
      [datamart],
    );
    expect(row).toEqual({ people: 4 });
  });

  it('count violations of a schema that only counts, and events that were left out', async () => {
    const datamart = aDatamart();
    const schema = { required: ['sku'], properties: { sku: { type: 'string' } } };
    await tracking.call('PUT', `${datamart}/tracking_plan`, {
      event_types: [
        { name: 'blocked', status: 'BLOCKED' },
        { name: 'viewed', status: 'EXPECTED', schema },
      ],
    });
    await eventually(() => {
      const rules = tracking.app.app.get(TrackingPlans, { strict: false }).rulesOf(datamart);
      expect(rules?.ruleOf('viewed')).toBeDefined();
      return Promise.resolve();
    });
    await send(datamart, 'v-1', [event('viewed', { sku: 1 }), event('viewed', { sku: 'a' })]);
    await send(datamart, 'v-2', [], { blocked_events: ['blocked', 'blocked'] });
    await listed(datamart, (types) =>
      expect(types).toEqual([
        expect.objectContaining({ name: 'blocked', status: 'BLOCKED', count_7d: 2, violations_7d: 0 }),
        expect.objectContaining({
          count_7d: 2,
          schema,
          violations_7d: 1,
          last_violation: '$properties.sku: must be string',
        }),
      ]),
    );
  });

  it('are left out if an analyzer has added them although their type is blocked', async () => {
    const datamart = aDatamart();
    const schema = { required: ['sku'] };
    await tracking.call('PUT', `${datamart}/tracking_plan`, {
      event_types: [
        { name: 'debug', status: 'BLOCKED' },
        // An acknowledged activity is not refused.
        { name: 'viewed', status: 'EXPECTED', schema, on_violation: 'REFUSE' },
      ],
    });
    await eventually(() =>
      expect(tracking.app.app.get(TrackingPlans, { strict: false }).rulesOf(datamart)?.acts).toBe(true),
    );
    const events = [event('viewed', { n: 1 }), event('debug'), event('debug')];
    await send(datamart, 'analyzed', events, { analysis_id: uuid7(), blocked_events: ['debug'] });
    // Control: the gateway has judged one without analyzers.
    await send(datamart, 'judged', events);
    const eventsOf = async (agent: string) => {
      const { body } = await tracking.call('GET', `${datamart}/user_points/user_agent_id=${agent}/user_activities`);
      return (body as { data?: { $events: { $event_name: string }[] }[] }).data?.[0]?.$events;
    };
    await eventually(async () => expect(await eventsOf('analyzed')).toEqual(events.slice(0, 1)));
    await eventually(async () => expect(await eventsOf('judged')).toEqual(events));
    await listed(datamart, (types) =>
      expect(types.map(({ name, count_7d, violations_7d }) => [name, count_7d, violations_7d])).toEqual([
        ['debug', 5, 0],
        ['viewed', 2, 2],
      ]),
    );
  });
});

describe('refused events', () => {
  it('count as violations of their type, from requests and from lines, each once', async () => {
    const datamart = aDatamart();
    const type = { status: 'EXPECTED', schema: { required: ['sku'] }, on_violation: 'REFUSE' };
    await tracking.call('PUT', `${datamart}/event_types/viewed`, type);
    await eventually(() => {
      const rules = tracking.app.app.get(TrackingPlans, { strict: false }).rulesOf(datamart);
      expect(rules?.ruleOf('viewed')).toBeDefined();
      return Promise.resolve();
    });
    const error = '$events[1].$properties.sku: is required';
    const body = JSON.stringify({ $events: [event('other'), event('viewed')] });
    const message = { instance: 'i', number: 1 };
    await publishRefusals(tracking.app.publisher, datamart, [aRefusal({ error, body }), aRefusal({ body })], message);
    await publishRefusals(tracking.app.publisher, datamart, [aRefusal({ error, body })], message);
    const line = { agent: 'r-1', fields: { $type: 'TOUCH', $events: [event('viewed')] } };
    const batch = activityBatch(datamart, [line]);
    for (const _time of [1, 2])
      expect(await deliverBatch(tracking.app.publisher, batch)).toMatchObject({ total_success: 0 });
    await listed(datamart, (types) =>
      expect(types).toEqual([
        expect.objectContaining({ name: 'viewed', count_7d: 0, violations_7d: 2, last_violation: error.slice(11) }),
      ]),
    );
  });
});

describe('the limits of observed events', () => {
  const names = (prefix: string, n: number) => Array.from({ length: n }, (_, index) => event(`${prefix}-${index}`));
  const collect_key: PublicCredential = { kind: 'collect_key', id: '1' };

  it('leave room for trusted senders and planned names, and count the rest', async () => {
    const datamart = aDatamart();
    await tracking.call('PUT', `${datamart}/event_types/planned`, { status: 'EXPECTED' });
    await send(datamart, 'l-1', [event('first')]);
    await listed(datamart, (types) => expect(types).toHaveLength(2));
    await send(datamart, 'l-2', names('public', 10_000), { public_credential: collect_key });
    await eventually(async () => expect((await list(datamart)).overflow.names).toBe(9_500));
    expect((await list(datamart)).total).toBe(502);
    await send(datamart, 'l-3', names('trusted', 600));
    await eventually(async () => expect((await list(datamart)).overflow.names).toBe(9_601));
    await send(datamart, 'l-4', [event('first'), event('planned')]);
    await eventually(async () => {
      const { rows } = { rows: (await tracking.call('GET', `${datamart}/event_types`)).body.data as EventType[] };
      expect(rows.slice(0, 2).map(({ name, count_7d }) => [name, count_7d])).toEqual([
        ['first', 2],
        ['planned', 1],
      ]);
    });
    expect((await list(datamart)).total).toBe(1_001);
  });

  it('are 200 properties of a name', async () => {
    const datamart = aDatamart();
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, n]));
    await send(datamart, 'm-1', [event('many', many)]);
    await listed(datamart, ([type]) => expect(type?.properties).toHaveLength(200));
    expect((await list(datamart)).overflow.properties).toBe(9_800);
  });
});
