import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Topic } from '@tributary/contracts/topics/topic';
import { eventually } from '@tributary/testing/eventually';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import type { KafkaBroker } from '@tributary/testing/kafka/kafka-server';
import type { ResumedPartition } from '../../src/consuming/bus.strategy.js';
import { createTopics } from '../../src/kafka/commands/create-topics.js';
import type { Received } from '../../src/messages/message.js';
import { aTopic, handlerOf, run, steps, type Step } from '../bus-harness.js';
import { clientOf, connect } from './kafka-harness.js';

let broker: KafkaBroker;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => void (broker = await startKafka()));
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => broker.stop());

async function created(partitions: number): Promise<Topic<Step>> {
  const topic = aTopic({ partitions });
  await createTopics(broker.brokers, [topic], { replicationFactor: 1 });
  return topic;
}

/** A process that consumes the topic. */
async function start(topic: Topic<Step>, { soleOwner = true, poison = -1 } = {}) {
  const connected = connect(broker);
  const received: Received<Step>[] = [];
  const resumed: ResumedPartition[] = [];
  connected.strategy.onResume(topic, (partitions) => Promise.resolve(void resumed.push(...partitions)));
  const handler = handlerOf(topic, { soleOwner }, (batch) => {
    received.push(...batch);
    return batch.filter(({ value }) => value.step === poison).map((message) => ({ message, reason: 'poison' }));
  });
  const running = await run(connected, [handler]);
  const stop = () => running.close();
  stops.push(stop);
  const leave = () => {
    stops.splice(stops.indexOf(stop), 1);
    return stop();
  };
  return { ...connected, received, resumed, leave };
}

describe('two processes of a group', () => {
  it.each([
    ['with a sole owner: the first one gets everything until it is gone', true],
    ['share the partitions otherwise', false],
  ])('%s', async (_case, soleOwner) => {
    const topic = await created(4);
    const first = await start(topic, { soleOwner });
    const second = await start(topic, { soleOwner });
    await eventually(() => expect(second.resumed.length).toBe(soleOwner ? 0 : 4));
    await first.publisher.publish(topic, steps(40, 20));
    await eventually(() => expect(first.received.length + second.received.length).toBe(40));
    expect(first.received.length === 40).toBe(soleOwner);
    expect([first.strategy.isSoleOwner(), second.strategy.isSoleOwner()]).toEqual([true, !soleOwner]);
    if (!soleOwner) return;
    await first.leave();
    await eventually(() => expect(second.strategy.isSoleOwner()).toBe(true));
    await second.publisher.publish(topic, steps(40, 20));
    await eventually(() => expect(second.received).toHaveLength(40));
  });
});

describe('the positions of a consumer', () => {
  it('show deleted messages, and no others, as a gap, in the next message and where it resumes', async () => {
    const topic = await created(1);
    const positions = ({ received }: { received: Received<Step>[] }) =>
      received.map(({ position }) => [Number(position?.since), Number(position?.offset)]);
    const publishWhileStopped = async (count: number, deletedBelow: string) => {
      const { publisher, close } = connect(broker);
      await publisher.publish(topic, steps(count));
      await close();
      const admin = clientOf(broker).admin();
      await admin.connect();
      // Loads the metadata that the deletion needs.
      await admin.fetchTopicOffsets(topic.name);
      await admin.deleteTopicRecords({ topic: topic.name, partitions: [{ partition: 0, offset: deletedBelow }] });
      await admin.disconnect();
    };
    const first = await start(topic, { poison: 1 });
    await first.publisher.publish(topic, steps(3));
    await eventually(() => expect(first.received).toHaveLength(3));
    await first.publisher.publish(topic, steps(1));
    await eventually(() => expect(positions(first).at(-1)).toEqual([0, 3]));
    await first.leave();

    await publishWhileStopped(5, '7');
    const second = await start(topic);
    await eventually(() =>
      expect(positions(second)).toEqual([
        [7, 7],
        [7, 8],
      ]),
    );
    await second.leave();

    await publishWhileStopped(2, '11');
    const third = await start(topic);
    await eventually(() => expect(third.resumed).toEqual([{ partition: 0, offset: 11n }]));
    expect(third.received).toEqual([]);
  });
});
