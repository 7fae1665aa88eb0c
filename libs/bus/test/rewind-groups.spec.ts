import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { startKafka, type KafkaBroker } from '@tributary/testing/kafka-broker';
import { createTopics } from '../src/create-topics.js';
import { rewindGroups } from '../src/rewind-groups.js';
import { aTopic, Handled, handlerOf, run, silent, steps } from './bus-harness.js';
import { connect } from './kafka-harness.js';

const hour = 3_600_000;

describe('setting groups back', () => {
  let broker: KafkaBroker;

  beforeAll(async () => void (broker = await startKafka()), 120_000);
  afterAll(() => broker.stop());

  const rewind = (topics: string[], time: number) =>
    rewindGroups({ brokers: broker.brokers, clientId: 'test-rewind', logger: silent }, topics, time);

  /** A topic, its consumer, and a member of its group that has handled so many messages. */
  async function consumed(count: number) {
    const topic = aTopic();
    await createTopics(broker.brokers, [topic], { replicationFactor: 1 });
    const handled = new Handled();
    const start = () => run(connect(broker), [handlerOf(topic, {}, handled.note)]);
    const member = await start();
    await member.publisher.publish(topic, steps(count, 8));
    await eventually(() => expect(handled.ids).toHaveLength(count));
    return { topic, group: `test.${topic.name}`, handled, member, start };
  }

  it('gives a group again what was published since, and nothing of before', async () => {
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

  it('never sets a group forward, and leaves other topics alone', async () => {
    const { topic, group, member } = await consumed(10);
    const other = await consumed(10);
    await Promise.all([member.close(), other.member.close()]);
    expect(await rewind([topic.name], Date.now() + hour)).toEqual([]);
    expect(await rewind([topic.name], Date.now() - hour)).toEqual([{ group, topic: topic.name, messages: 10 }]);
    expect(await rewind([topic.name], Date.now() + hour)).toEqual([]);
  });

  it('refuses while a group has members, and changes nothing then', async () => {
    const { topic, member } = await consumed(10);
    await expect(rewind([topic.name], 0)).rejects.toThrow(`test.${topic.name}`);
    expect(await member.strategy.lag()).toMatchObject([{ messages: 0 }]);
    await member.close();
  });
});
