import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { aGate, aTopic, Handled, handlerOf, run, steps, type BusUnderTest, type StepHandler } from './bus-harness.js';
import { kafkaUnderTest } from './kafka-harness.js';

/** Keys enough to be in several partitions. */
const keys = 8;
const count = 80;

describe('batches of one process over Kafka', () => {
  let bus: BusUnderTest;
  beforeAll(async () => void (bus = await kafkaUnderTest()), 120_000);
  afterAll(() => bus.close());

  /** Handles everything behind a gate, which opens when `atOnce` batches have come to it; answers the most there were. */
  async function mostAtOnce(concurrency: number | undefined, atOnce: number) {
    const [topic, handled, gate] = [aTopic(), new Handled(), aGate()];
    let [working, most] = [0, 0];
    const handle: StepHandler = async (batch) => {
      most = Math.max(most, ++working);
      await gate.opened;
      handled.note(batch);
      working--;
      return [];
    };
    await bus.prepare(topic);
    const app = await run(bus.connect(), [handlerOf(topic, { concurrency, maxBatch: 5 }, handle)]);
    await app.publisher.publish(topic, steps(count, keys));
    await eventually(() => expect(working).toBe(atOnce));
    // One more would have come by then.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    gate.open();
    await eventually(() => expect(handled.messages).toHaveLength(count));
    await eventually(async () => expect(await app.strategy.lag()).toMatchObject([{ messages: 0 }]));
    await app.close();
    return { most, handled };
  }

  it('are as many at once as the handler allows; order per key stays, and all is acknowledged', async () => {
    const { most, handled } = await mostAtOnce(2, 2);
    expect(most).toBe(2);
    for (let key = 0; key < keys; key++) {
      const expected = Array.from({ length: count / keys }, (_, round) => round * keys + key);
      expect(handled.stepsOf(`k-${key}`)).toEqual(expected);
    }
  }, 60_000);

  it('(control) come one after the other otherwise', async () => {
    expect((await mostAtOnce(undefined, 1)).most).toBe(1);
  }, 60_000);
});
