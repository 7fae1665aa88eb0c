import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Type } from '@nestjs/common';
import type { Topic } from '@tributary/contracts/topics/topic';
import type { PublisherLimits } from '../../src/publishing/publisher.js';
import {
  aTopic,
  listen,
  run,
  type BusUnderTest,
  type ConnectedBus,
  type RunningBus,
  type Step,
} from '../bus-harness.js';

/** So long that no publish call fails, except in the tests about deadlines. */
const longDeadline = { deadlineMs: 180_000 };

/** The bus and the running apps of the contract tests. Create it inside a `describe`. */
export class Contract {
  bus: BusUnderTest;
  private running: RunningBus[] = [];

  /** @param settings of the topics */
  constructor(
    connectBus: () => Promise<BusUnderTest>,
    readonly settings: Pick<Topic<Step>, 'bundled'> = {},
  ) {
    beforeAll(async () => {
      this.bus = await connectBus();
    });
    afterEach(async () => {
      await Promise.all(this.running.map((app) => app.close()));
      this.running = [];
    });
    afterAll(() => this.bus.close());
  }

  /** A new topic for each test. */
  async prepared(options?: { deadLetters: boolean }): Promise<Topic<Step>> {
    const topic = aTopic(this.settings);
    await this.bus.prepare(topic, options);
    return topic;
  }

  /** Does not wait until it is ready. */
  async listen(controllers: Type[]): Promise<RunningBus> {
    const connected = this.bus.connect(longDeadline);
    const app = await listen(connected.strategy, controllers);
    const close = () => app.close().then(() => connected.close());
    this.running.push({ ...connected, close });
    return connected;
  }

  async start(controllers: Type[], limits: Partial<PublisherLimits> = longDeadline): Promise<ConnectedBus> {
    const app = await run(this.bus.connect(limits), controllers);
    this.running.push(app);
    return app;
  }
}

export const idsOf = (messages: { id: string }[]) => messages.map(({ id }) => id).sort();
