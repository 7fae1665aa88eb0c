import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { aGate, aTopic, Handled, handlerOf, run, steps, type BusUnderTest, type StepHandler } from '../bus-harness.js';
import { kafkaUnderTest } from './kafka-harness.js';

/** Enough keys for several partitions. */
const keys = 8;
const count = 80;

describe('batches of one process over Kafka', () => {
  let bus: BusUnderTest;
  beforeAll(async () => void (bus = await kafkaUnderTest()));
  afterAll(() => bus.close());

  /**
   * Lets batches wait at a gate, which opens when `expected` of them wait. Returns the most that ran at the same time.
   */
  async function measure(concurrency: number | undefined, expected: number) {
    const [topic, handled, gate] = [aTopic(), new Handled(), aGate()];
    let [working, most] = [0, 0];
    const handle: StepHandler = async (batch) => {
      most = Math.max(most, ++working);
      await gate.opened;
      handled.record(batch);
      working--;
      return [];
    };
    await bus.prepare(topic);
    const connected = bus.connect();
    // Messages are there before the handler: a fetch that comes between the appends of a slow broker has one partition
    // only, and kafkajs fetches no more from a broker until what it fetched has been handled.
    await connected.publisher.publish(topic, steps(count, keys));
    const app = await run(connected, [handlerOf(topic, { concurrency, maxBatch: 5 }, handle)]);
    await eventually(() => expect(working).toBe(expected));
    // By then one more would have started.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    gate.open();
    await eventually(() => expect(handled.messages).toHaveLength(count));
    await eventually(async () => expect(await app.strategy.lag()).toMatchObject([{ messages: 0 }]));
    await app.close();
    return { most, handled };
  }

  it('run concurrently, as many as the handler allows, in order per key, and all are acknowledged', async () => {
    const { most, handled } = await measure(2, 2);
    expect(most).toBe(2);
    for (let key = 0; key < keys; key++) {
      const stepsOfKey = Array.from({ length: count / keys }, (_, round) => round * keys + key);
      expect(handled.stepsOf(`k-${key}`)).toEqual(stepsOfKey);
    }
  });

  it('(control) run one after the other by default', async () => {
    expect((await measure(undefined, 1)).most).toBe(1);
  });
});
