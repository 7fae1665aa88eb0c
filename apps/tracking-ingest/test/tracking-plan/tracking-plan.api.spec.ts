import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { eventually } from '@tributary/testing/eventually';
import { activityBatch, Applied, deliverBatch } from '../applied.js';
import { refused, startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Applied])));
afterAll(() => tracking.stop());

/** Each case has a datamart of its own. */
let last = 300;
const aDatamart = () => String(++last);

const schema = { required: ['order_id'], properties: { amount: { type: 'number' } } };
const put = (datamart: string, name: string, body: object) =>
  tracking.call('PUT', `${datamart}/event_types/${encodeURIComponent(name)}`, body);
const putPlan = (datamart: string, event_types: object[]) =>
  tracking.call('PUT', `${datamart}/tracking_plan`, { event_types });
const planOf = async (datamart: string) =>
  ((await tracking.call('GET', `${datamart}/tracking_plan`)).body.data as { event_types: object[] }).event_types;
const invalid = (message: string) => refused(400, 'BAD_REQUEST_DATA', message);
/** Until this process follows the rule of a name. */
const followed = (datamart: string, name: string, isKnown = true) =>
  eventually(async () => {
    const plans = tracking.app.app.get(TrackingPlans, { strict: false });
    await Promise.resolve();
    expect(plans.rulesOf(datamart)?.ruleOf(name) !== undefined).toBe(isKnown);
  });

describe('an event type', () => {
  it('is planned, replaced, and part of the plan in the order of names', async () => {
    const datamart = aDatamart();
    expect(await planOf(datamart)).toEqual([]);
    const rules = { description: 'An order', status: 'EXPECTED', schema, on_violation: 'REFUSE' };
    const { status, body } = await put(datamart, 'order/placed', { ...rules, more: 1 });
    expect([status, body.data]).toEqual([200, { name: 'order/placed', ...rules }]);
    await put(datamart, 'a', { status: 'BLOCKED', description: null, schema: null, on_violation: null });
    expect(await planOf(datamart)).toEqual([
      { name: 'a', status: 'BLOCKED' },
      { name: 'order/placed', ...rules },
    ]);
    await put(datamart, 'order/placed', { status: 'OBSERVED', schema: false });
    expect(await planOf(datamart)).toContainEqual({ name: 'order/placed', status: 'OBSERVED', schema: false });
    expect(await planOf(aDatamart())).toEqual([]);
  });

  it.each([
    [{}, 'status: is required'],
    [{ status: 'UNKNOWN' }, 'status: must be one of'],
    [{ status: 'EXPECTED', on_violation: 'IGNORE' }, 'on_violation: must be'],
    [{ status: 'EXPECTED', schema: 'text' }, 'schema: must be an object'],
    [{ status: 'EXPECTED', schema: { properties: { a: { type: 'x' } } } }, 'schema/properties/a/type: must be a type'],
    [{ status: 'EXPECTED', schema: { $ref: 'https://example.com/a' } }, 'schema/$ref: must begin with #'],
    [{ status: 'EXPECTED', schema: { properties: { a: { $ref: '#' } } } }, 'must not be recursive'],
    [{ status: 'EXPECTED', schema: { enum: ['x'.repeat(65_536)] } }, 'schema: is larger than 65536 bytes'],
  ])('is refused as %j', async (body, message) => {
    expect(await put('7', 'refused', body)).toMatchObject(invalid(message));
    expect(await planOf('7')).toEqual([]);
  });

  it.each([
    ['properties', (part: unknown) => ({ properties: { a: part } })],
    ['allOf', (part: unknown) => ({ allOf: [part] })],
  ])('has a schema of 16 levels, by %s, and its plan can be put back', async (_keyword, outer) => {
    const datamart = aDatamart();
    const levels = (count: number) =>
      Array.from({ length: count - 1 }).reduce(outer, { const: { of: [{ any: ['depth'] }] } });
    const rule = { name: 'deep', status: 'EXPECTED', schema: levels(16) };
    expect((await put(datamart, 'deep', rule)).status).toBe(200);
    const plan = await planOf(datamart);
    expect(plan).toEqual([rule]);
    expect((await putPlan(datamart, plan)).body.data).toEqual({ event_types: plan });
    expect(await put(datamart, 'deep', { ...rule, schema: levels(17) })).toMatchObject(invalid('is deeper than 16'));
  });

  it('of a reserved name cannot be blocked, but planned', async () => {
    const datamart = aDatamart();
    expect(await put(datamart, '$set_user_choice', { status: 'BLOCKED' })).toMatchObject(invalid('reserved'));
    expect(await putPlan(datamart, [{ name: '$page_view', status: 'BLOCKED' }])).toMatchObject(invalid('reserved'));
    expect((await put(datamart, '$page_view', { status: 'EXPECTED' })).status).toBe(200);
    expect(await put(datamart, 'x'.repeat(256), { status: 'EXPECTED' })).toMatchObject(invalid('event_name'));
  });
});

describe('a plan', () => {
  it('is replaced as a whole, or not at all', async () => {
    const datamart = aDatamart();
    await putPlan(datamart, [
      { name: 'kept', status: 'EXPECTED', schema },
      { name: 'removed', status: 'BLOCKED' },
    ]);
    const before = await planOf(datamart);
    for (const [second, message] of [
      [{ name: 'kept', status: 'BLOCKED' }, 'must have different names'],
      [{ name: 'b', status: 'EXPECTED', schema: { type: 1 } }, 'event_types[1].schema/type: must be'],
      [{ name: '', status: 'EXPECTED' }, 'event_types[1].name'],
    ] as const)
      expect(await putPlan(datamart, [{ name: 'kept', status: 'OBSERVED' }, second])).toMatchObject(invalid(message));
    expect(await planOf(datamart)).toEqual(before);
    const { body } = await putPlan(datamart, [{ name: 'kept', status: 'OBSERVED' }]);
    expect(body.data).toEqual({ event_types: [{ name: 'kept', status: 'OBSERVED' }] });
    await followed(datamart, 'removed', false);
  });

  it('has at most 1,000 types, and 1 MiB, also type by type', async () => {
    const datamart = aDatamart();
    const types = Array.from({ length: 1_001 }, (_, n) => ({ name: `t${n}`, status: 'EXPECTED' }));
    expect(await putPlan(datamart, types)).toMatchObject(invalid('event_types: '));
    expect((await putPlan(datamart, types.slice(1))).status).toBe(200);
    expect(await put(datamart, 'one more', { status: 'EXPECTED' })).toMatchObject(invalid('at most 1000 types'));
    expect((await put(datamart, 't1', { status: 'OBSERVED' })).status).toBe(200);
    const other = aDatamart();
    const large = { status: 'EXPECTED', schema: { enum: ['x'.repeat(65_000)] } };
    const answers: number[] = [];
    for (let n = 0; n < 17; n += 1) answers.push((await put(other, `large ${n}`, large)).status);
    expect(answers).toEqual([...Array<number>(16).fill(200), 400]);
  });
});

describe('imported lines', () => {
  const visit = (agent: string, $event_name: string, $properties?: object) => ({
    agent,
    fields: { $type: 'TOUCH', $events: [{ $event_name, $properties, n: 1 }, { $event_name: 'other' }] },
  });
  const eventsOf = async (datamart: string, agent: string) => {
    const { body } = await tracking.call('GET', `${datamart}/user_points/user_agent_id=${agent}/user_activities`);
    const [activity] = body.data as { $events: { $event_name: string }[] }[];
    return activity?.$events.map(({ $event_name }) => $event_name);
  };

  it('obey the plan: a line that breaks a schema fails, and blocked events are left out', async () => {
    const datamart = aDatamart();
    await putPlan(datamart, [
      { name: 'order', status: 'EXPECTED', schema, on_violation: 'REFUSE' },
      { name: 'counted', status: 'EXPECTED', schema },
      { name: 'debug', status: 'BLOCKED' },
    ]);
    await followed(datamart, 'debug');
    await followed(datamart, 'order');
    const lines = [
      visit('i-1', 'order', { order_id: 1, amount: 'x' }),
      visit('i-2', 'order', { order_id: 1, amount: 2 }),
      visit('i-3', 'debug'),
      visit('i-4', 'counted'),
    ];
    const { failures } = await deliverBatch(tracking.app.publisher, activityBatch(datamart, lines));
    expect(failures).toEqual([
      { line: 1, error_code: 'BAD_REQUEST_DATA', error: '$events[0].$properties.amount: must be number' },
    ]);
    expect(await eventsOf(datamart, 'i-2')).toEqual(['order', 'other']);
    expect(await eventsOf(datamart, 'i-3')).toEqual(['other']);
    expect(await eventsOf(datamart, 'i-4')).toEqual(['counted', 'other']);
  });
});
