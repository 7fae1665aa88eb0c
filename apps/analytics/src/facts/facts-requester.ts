import { randomUUID } from 'node:crypto';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Publisher } from '@tributary/bus/publisher';
import { factsRequested } from '@tributary/contracts/topics';
import type { Logger } from '@tributary/runtime/logger';
import { Repeater } from '@tributary/runtime/repeater';
import type { FactStore } from './fact.store.js';

/** A file may be set aside, and made anew, at any time. */
const everyMs = 5_000;

/** Asks tracking for everything when the store is new: at the first start, and when it was damaged or taken away. */
export class FactsRequester implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeater: Repeater;

  constructor(
    private readonly facts: FactStore,
    private readonly publisher: Publisher,
    private readonly logger: Logger,
  ) {
    const onError = (error: unknown) => logger.warn({ err: error }, 'facts that reports lack cannot be asked for yet');
    this.repeater = new Repeater(() => this.requestIfNew(), { everyMs, onError });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  /** Remembered afterwards: what is asked for twice arrives twice and counts once. */
  private async requestIfNew(): Promise<void> {
    if (!(await this.facts.lacksEverything())) return;
    const request_id = randomUUID();
    await this.publisher.publish(factsRequested, [{ id: request_id, value: { request_id } }]);
    await this.facts.rememberRequest(request_id);
    this.logger.info({ request_id }, 'asked for all facts: the store is new');
  }
}
