import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Topic } from '@tributary/contracts/topics/topic';
import { eventually } from '@tributary/testing/eventually';
import { type KafkaCluster, startKafkaCluster } from '@tributary/testing/kafka/kafka-cluster';
import { findRepeatedly, limitBeside, median } from '@tributary/testing/time-limit';
import { createTopics } from '../../src/kafka/commands/create-topics.js';
import { aTopic, handlerOf, run, type Connected, type Step } from '../bus-harness.js';
import { connect } from '../kafka/kafka-harness.js';

/** A consumer that waited for the broker, or for a session, would take 5 to 15 s. */
const withinMs = 3_000;
const medianMs = 1_000;
/** Longer than the session of a broker, after which Kafka elects other leaders. */
const faultMs = 8_000;
const everyMs = 50;
const brokerIds = [1, 2, 3];
/** How long messages took that were published while no broker was down. */
let undisturbedMs: number[] = [];

let cluster: KafkaCluster;
let topic: Topic<Step>;
let app: Connected;
/** By id of the message, as in `performance.now()`. */
const handled = new Map<string, number>();

beforeAll(async () => {
  cluster = await startKafkaCluster();
  topic = aTopic({ partitions: 6 });
  await createTopics(cluster.brokers, [topic], { replicationFactor: 3 });
  const record = (batch: { id: string }[]) => {
    for (const { id } of batch) if (!handled.has(id)) handled.set(id, performance.now());
  };
  // It knows one broker, and learns the others from it.
  app = await run(connect({ brokers: cluster.brokers.slice(0, 1) }), [handlerOf(topic, { broadcast: true }, record)]);
  await app.publisher.publish(topic, [{ id: 'first', value: { key: 'k-0', step: 0 } }]);
  undisturbedMs = await delaysDuring('undisturbed', () => sleep(2_000));
});

afterAll(async () => {
  await app.close();
  await cluster.stop();
});

/** Publishes until the fault is over. @returns when each acknowledged message was acknowledged */
async function publishDuring(name: string, fault: Promise<void>): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  const publishing: Promise<void>[] = [];
  let isOver = false;
  void fault.finally(() => (isOver = true));
  for (let n = 0; !isOver; n++) {
    const id = `${name}-${n}`;
    const published = app.publisher.publish(topic, [{ id, value: { key: `k-${n % 30}`, step: n } }]);
    const note = () => void acknowledged.set(id, performance.now());
    // A publication that the broker's partitions refuse is not promised.
    publishing.push(published.then(note, () => undefined));
    await sleep(everyMs);
  }
  await Promise.all([...publishing, fault]);
  return acknowledged;
}

/** @returns how long each message took that was published during the fault, from its acknowledgement on, sorted */
async function delaysDuring(name: string, fault: () => Promise<void>): Promise<number[]> {
  const acknowledged = await publishDuring(`${name}-${handled.size}`, fault());
  expect(acknowledged.size).toBeGreaterThan(10);
  await eventually(() => expect([...acknowledged.keys()].filter((id) => !handled.has(id))).toEqual([]));
  return Array.from(acknowledged, ([id, at]) => (handled.get(id) ?? Infinity) - at).sort((a, b) => a - b);
}

async function fail(id: number, how: 'killed' | 'frozen'): Promise<void> {
  const node = cluster.nodes[id - 1]!;
  await (how === 'killed' ? node.kill() : node.pause());
  await sleep(faultMs);
  await (how === 'killed' ? node.start() : node.resume());
  await cluster.untilInSync();
}

describe('a broadcast consumer of three brokers', () => {
  const cases = (['killed', 'frozen'] as const).flatMap((how) =>
    brokerIds.map((id): [typeof how, number] => [how, id]),
  );
  it.each(cases)('knows what is acknowledged within a second, while one is %s (broker %i)', async (how, id) => {
    const late = await findRepeatedly(async () => {
      const delays = await delaysDuring(`${how}-${id}`, () => fail(id, how));
      const slowest = delays.at(-1)!;
      process.stderr.write(
        `${how} ${id}: ${delays.length} messages, known after ${median(delays).toFixed(0)} ms (median), ${slowest.toFixed(0)} ms (slowest)\n`,
      );
      const isKept =
        median(delays) < limitBeside(medianMs, undisturbedMs) && slowest < limitBeside(withinMs, undisturbedMs);
      return isKept ? [] : [{ median: median(delays), slowest, undisturbed: median(undisturbedMs) }];
    });
    expect(late).toEqual([]);
  });
});
