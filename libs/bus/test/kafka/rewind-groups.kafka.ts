import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import { createTopics } from '../../src/kafka/commands/create-topics.js';
import { rewindGroups } from '../../src/kafka/commands/rewind-groups.js';
import { skipGroups } from '../../src/kafka/commands/skip-groups.js';
import { aTopic, Handled, handlerOf, run, silent, steps } from '../bus-harness.js';
import { connect } from './kafka-harness.js';

const hour = 3_600_000;

describe('rewinding groups', () => {
  let broker: KafkaBroker;

  beforeAll(async () => void (broker = await startKafka()));
  afterAll(() => broker.stop());

  const rewind = (topics: string[], time: number) =>
    rewindGroups({ brokers: broker.brokers, clientId: 'test-rewind', logger: silent }, topics, time);

  /** A topic, and a running member of its group that has handled `count` messages. */
  async function consumed(count: number) {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor: 1 });
    const handled = new Handled();
    const start = () => run(connect(broker), [handlerOf(topic, {}, handled.record)]);
    const member = await start();
    await member.publisher.publish(topic, steps(count, 8));
    await eventually(() => expect(handled.ids).toHaveLength(count));
    return { topic, group: `test.${topic.name}`, handled, member, start };
  }

  it('delivers messages again that were published since, and no earlier ones', async () => {
    const { topic, group, handled, member, start } = await consumed(20);
    await sleep(50);
    const then = Date.now();
    const later = steps(30, 8).slice(20);
    await member.publisher.publish(topic, later);
    await eventually(() => expect(handled.ids).toHaveLength(30));
    await member.close();
    expect(await rewind([topic.name], then)).toEqual([{ group, topic: topic.name, messages: 10 }]);
    const again = await start();
    await eventually(() => expect(handled.ids).toHaveLength(40));
    expect(handled.ids.slice(30).sort()).toEqual(later.map(({ id }) => id).sort());
    await again.close();
  });

  it('never moves a group forward, and does not change other topics', async () => {
    const { topic, group, member } = await consumed(10);
    const other = await consumed(10);
    await Promise.all([member.close(), other.member.close()]);
    expect(await rewind([topic.name], Date.now() + hour)).toEqual([]);
    expect(await rewind([topic.name], Date.now() - hour)).toEqual([{ group, topic: topic.name, messages: 10 }]);
    expect(await rewind([topic.name], Date.now() + hour)).toEqual([]);
  });

  it('skips what a topic holds, also in partitions that the group has never read', async () => {
    const { topic, group, handled, member, start } = await consumed(10);
    await member.close();
    const late = aTopic();
    await createTopics(broker.brokers, [late], { replicationFactor: 1 });
    const other = connect(broker);
    await other.publisher.publish(late, steps(7, 7));
    await other.publisher.publish(topic, steps(25, 8).slice(10));
    const connection = { brokers: broker.brokers, clientId: 'test-skip', logger: silent };
    const skipped = await skipGroups(connection, [
      { group, topic: topic.name },
      { group: `test.${late.name}`, topic: late.name },
    ]);
    expect(skipped.map(({ messages }) => messages)).toEqual([15, 7]);
    const neverRead = new Handled();
    const members = [await start(), await run(connect(broker), [handlerOf(late, {}, neverRead.record)])];
    await other.publisher.publish(topic, [{ id: 'next', value: { key: 'k-0', step: 25 } }]);
    await other.publisher.publish(late, [{ id: 'first', value: { key: 'k-0', step: 7 } }]);
    await eventually(() => expect([handled.ids.slice(10), neverRead.ids]).toEqual([['next'], ['first']]));
    for (const member of [...members, other]) await member.close();
  });

  it('fails while a group has members, and changes nothing', async () => {
    const { topic, member } = await consumed(10);
    await expect(rewind([topic.name], 0)).rejects.toThrow(`test.${topic.name}`);
    const connection = { brokers: broker.brokers, clientId: 'test-skip', logger: silent };
    const skipping = skipGroups(connection, [{ group: `test.${topic.name}`, topic: topic.name }]);
    await expect(skipping).rejects.toThrow(`test.${topic.name}`);
    await eventually(async () => expect(await member.strategy.lag()).toMatchObject([{ messages: 0 }]));
    await member.close();
  });
});
