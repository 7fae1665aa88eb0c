import { describe, expect, it } from '@jest/globals';
import { eventTypeChanged } from '@tributary/contracts/topics/topics';
import type { EventTypeChanged } from '@tributary/contracts/tracking-plan/event-type';
import { PublishedActivities } from '../booted-gateway.js';
import { expectPublished, gateway, post, postLines, visit } from './analyzed-channels-fixture.js';

let changes = 0;
const publish = (name: string, value: Partial<EventTypeChanged> | null): Promise<void> =>
  gateway.platform.bus.publisher.publish<EventTypeChanged>(eventTypeChanged, [
    value
      ? { id: `${++changes}`, value: { datamart_id: '1', name, status: 'EXPECTED', ...value } }
      : { id: `${++changes}`, key: `1/${name}`, value: null },
  ]);
const schema = JSON.stringify({ required: ['order_id'], properties: { order_id: { type: 'string' } } });
const refusing = { schema, on_violation: 'REFUSE' } as const;
const withEvents = (...$events: object[]) => visit({ $events });
const event = ($event_name: string, $properties?: object) => ({ $event_name, $properties, n: 1.5 });

async function counted(name: string): Promise<number> {
  const counter = gateway.platform.metrics.registry.getSingleMetric(`tributary_gateway_${name}_total`);
  return (await counter?.get())?.values[0]?.value ?? NaN;
}

describe('an event that a schema refuses', () => {
  it('is answered 400 with its place, and its line is refused alone', async () => {
    await publish('order', refusing);
    const before = await counted('plan_refusals');
    const broken = withEvents(event('other'), event('order', { order_id: 7 }));
    expect(await post(broken)).toMatchObject({
      status: 400,
      error_code: 'BAD_REQUEST_DATA',
      error: '$events[1].$properties.order_id: must be string',
    });
    expect(await post(withEvents(event('order')))).toMatchObject({
      error: '$events[0].$properties.order_id: is required',
    });
    expectPublished({ received: [] });
    const fitting = withEvents(event('order', { order_id: 'a' }));
    expect(await postLines([broken, fitting])).toMatchObject({ data: { accepted: 1, rejected: 1 } });
    expectPublished({ received: [fitting] });
    expect(await counted('plan_refusals')).toBe(before + 3);
  });

  it('is accepted once the type counts only, or has left the plan', async () => {
    await publish('order', { schema });
    expect((await post(withEvents(event('order')))).status).toBe(200);
    await publish('order', refusing);
    expect((await post(withEvents(event('order')))).status).toBe(400);
    await publish('order', null);
    expect((await post(withEvents(event('order')))).status).toBe(200);
  });

  it('of another datamart is not', async () => {
    await publish('theirs', { ...refusing, datamart_id: '2' });
    expect((await post(withEvents(event('theirs')))).status).toBe(200);
  });

  it('may take too many steps to be checked: then it is refused', async () => {
    const part = { additionalProperties: { allOf: Array.from({ length: 300 }, () => ({ minimum: 0 })) } };
    await publish('heavy', { schema: JSON.stringify(part), on_violation: 'REFUSE' });
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, n]));
    expect(await post(withEvents(event('heavy', many)))).toMatchObject({
      status: 400,
      error: expect.stringContaining('$events[0].$properties: takes too many steps'),
    });
    expect((await post(withEvents(event('heavy', { one: 1 })))).status).toBe(200);
  });
});

describe('a blocked event', () => {
  it('is left out, and all else stays as sent; without any other, the activity has none', async () => {
    await publish('debug', { status: 'BLOCKED', schema, on_violation: 'REFUSE' });
    const before = await counted('blocked_events');
    await post(withEvents(event('debug'), event('kept'), event('debug')));
    await post(withEvents(event('debug')));
    expectPublished({ received: [withEvents(event('kept')), withEvents()] });
    expect(PublishedActivities.received.map(({ value }) => value.blocked_events)).toEqual([
      ['debug', 'debug'],
      ['debug'],
    ]);
    expect(await counted('blocked_events')).toBe(before + 3);
  });
});
