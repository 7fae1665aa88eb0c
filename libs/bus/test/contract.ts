import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Type } from '@nestjs/common';
import type { Topic } from '@tributary/contracts/topic';
import type { PublisherLimits } from '../src/publisher.js';
import { aTopic, run, type BusUnderTest, type RunningBus, type Step } from './bus-harness.js';

/** A publisher that nothing hurries, unless the case is about that. */
const patient = { deadlineMs: 30_000 };

/** What the cases of the contract share: the bus, and the apps they have running. Made within a `describe`. */
export class Contract {
  bus: BusUnderTest;
  private running: RunningBus[] = [];

  constructor(connectBus: () => Promise<BusUnderTest>) {
    beforeAll(async () => {
      this.bus = await connectBus();
    }, 120_000);
    afterEach(async () => {
      await Promise.all(this.running.map((app) => app.close()));
      this.running = [];
    }, 60_000);
    afterAll(() => this.bus.close());
  }

  /** A topic of its own for each case. */
  async prepared(options?: { deadLetters: boolean }): Promise<Topic<Step>> {
    const topic = aTopic();
    await this.bus.prepare(topic, options);
    return topic;
  }

  async start(controllers: Type[], limits: Partial<PublisherLimits> = patient): Promise<RunningBus> {
    const app = await run(this.bus.connect(limits), controllers);
    this.running.push(app);
    return app;
  }
}

export const idsOf = (messages: { id: string }[]) => messages.map(({ id }) => id).sort();
