import { describe, expect, it } from '@jest/globals';
import type { Topic } from '@tributary/contracts/topics/topic';
import { eventually } from '@tributary/testing/eventually';
import { z } from 'zod';
import type { FollowedMessage, Follower } from '../../src/following/follower.js';
import type { Contract } from './contract.js';
import { Handled, handlerOf, steps, type ConnectedBus, type Step } from '../bus-harness.js';

/** Records what it sees. */
export class Seen implements Follower {
  readonly messages: FollowedMessage[] = [];

  constructor(readonly wants: (key: string) => boolean = () => true) {}

  readonly onMessage = (message: FollowedMessage): void => void this.messages.push(message);

  get ids(): string[] {
    return this.messages.map(({ id }) => id);
  }
}

async function follow({ follow: followTopics }: ConnectedBus, topic: Topic<Step>, follower: Follower) {
  const following = followTopics([topic], follower);
  await following.started;
  return following;
}

const named = (prefix: string, count: number, keys = 1) =>
  steps(count, keys).map(({ value, ...message }) => ({ ...message, id: `${prefix}-${message.id}`, value }));
const inOrder = (prefix: string, count: number) => Array.from({ length: count }, (_, step) => `${prefix}-s-${step}`);

/** Followers that run concurrently with consumers. */
export function describeFollowing(contract: Contract): void {
  describe('a follower', () => {
    seesLaterMessages(contract);
    isNoConsumer(contract);
    harmsNothing(contract);
  });
}

function seesLaterMessages(contract: Contract): void {
  it('sees every message published from then on, in order per key, and none from before', async () => {
    const topic = await contract.prepared();
    const bus = await contract.start([handlerOf(topic, {}, () => {})]);
    await bus.publisher.publish(topic, named('before', 20, 3));
    const seen = new Seen();
    await follow(bus, topic, seen);
    for (const message of named('after', 60)) await bus.publisher.publish(topic, [message]);
    await bus.publisher.publish(topic, named('together', 150));
    await eventually(() => expect(seen.ids).toEqual([...inOrder('after', 60), ...inOrder('together', 150)]));
  });

  it('sees key, id, time and value', async () => {
    const topic = await contract.prepared();
    const bus = await contract.start([handlerOf(topic, {}, () => {})]);
    const seen = new Seen();
    await follow(bus, topic, seen);
    const value = { key: 'k-1', step: 7 };
    await bus.publisher.publish(topic, [{ id: 'i-1', time: 1_234, value }]);
    await bus.publisher.publish(topic, [{ id: 'i-2', key: 'k-2', json: '{"key":"k-2","step":8}' }]);
    await eventually(() => expect(seen.messages).toHaveLength(2));
    const [first, second] = seen.messages;
    expect(first).toMatchObject({ topic: topic.name, key: 'k-1', id: 'i-1', time: 1_234 });
    expect([first?.read(), second?.read()]).toEqual([value, { key: 'k-2', step: 8 }]);
  });

  it('reads only messages whose keys it wants', async () => {
    const topic = await contract.prepared();
    const bus = await contract.start([handlerOf(topic, {}, () => {})]);
    const seen = new Seen((key) => key === 'k-1');
    await follow(bus, topic, seen);
    // Not JSON of the topic: reading it would throw.
    const untyped = { ...topic, schema: z.unknown(), key: () => 'k-0' };
    await bus.publisher.publish<unknown>(untyped, [{ id: 'other', value: 'no step' }]);
    await bus.publisher.publish(topic, steps(30, 3));
    await eventually(() => expect(seen.ids).toHaveLength(10));
    expect(seen.messages.map(({ key }) => key)).toEqual(Array.from({ length: 10 }, () => 'k-1'));
  });

  it('sees nothing once it is stopped, while another one continues', async () => {
    const topic = await contract.prepared();
    const bus = await contract.start([handlerOf(topic, {}, () => {})]);
    const [stopped, other] = [new Seen(), new Seen()];
    const following = await follow(bus, topic, stopped);
    await follow(bus, topic, other);
    await bus.publisher.publish(topic, named('first', 3));
    await eventually(() => expect([stopped.ids, other.ids]).toEqual([inOrder('first', 3), inOrder('first', 3)]));
    following.stop();
    await bus.publisher.publish(topic, named('second', 3));
    await eventually(() => expect(other.ids).toHaveLength(6));
    expect(stopped.ids).toEqual(inOrder('first', 3));
  });
}

function isNoConsumer(contract: Contract): void {
  it('is in no group, lag or count of the consumers', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const bus = await contract.start([handlerOf(topic, {}, handled.record)]);
    const seen = new Seen();
    await follow(bus, topic, seen);
    await bus.publisher.publish(topic, steps(5));
    await eventually(() => expect([seen.ids.length, handled.ids.length]).toEqual([5, 5]));
    expect(bus.strategy.readiness()).toEqual({ ready: true, waitingFor: [] });
    expect(bus.strategy.stats()).toMatchObject([{ group: `test.${topic.name}`, handled: 5 }]);
    await eventually(async () => expect(await bus.strategy.lag()).toMatchObject([{ messages: 0 }]));
    expect(await bus.strategy.lag()).toHaveLength(1);
  });
}

function harmsNothing(contract: Contract): void {
  it('that fails delays no consumer, makes no dead letter, and sees the next message', async () => {
    const topic = await contract.prepared();
    const handled = new Handled();
    const bus = await contract.start([handlerOf(topic, {}, handled.record)]);
    const seen = new Seen();
    const onMessage = (message: FollowedMessage) => {
      seen.onMessage(message);
      throw new Error('a follower that fails');
    };
    await follow(bus, topic, { wants: () => true, onMessage });
    await bus.publisher.publish(topic, steps(3));
    await bus.publisher.publish(topic, named('next', 1));
    await eventually(() => expect(seen.ids).toEqual(['s-0', 's-1', 's-2', 'next-s-0']));
    await eventually(() => expect(handled.ids).toHaveLength(4));
    expect(await contract.bus.deadLetters(topic)).toEqual([]);
  });
}
