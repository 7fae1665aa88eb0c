import type { Bus } from '@tributary/bus/bus';
import { backfillRequested } from '@tributary/contracts/topics/topics';
import type { Logger } from '@tributary/runtime/logger';
import { Upkeep } from '@tributary/runtime/repeater';
import type { FactStore } from './fact.store.js';

/** The store may be replaced by an empty one at any time, because its file was damaged or set aside. */
const everyMs = 5_000;

/**
 * Requests a backfill from tracking when the store is new (at the first start, or after its file was lost), and when
 * messages are missing.
 */
export class BackfillRequester extends Upkeep {
  constructor(
    private readonly facts: FactStore,
    private readonly bus: Pick<Bus, 'publisher' | 'isSoleOwner'>,
    private readonly logger: Logger,
  ) {
    super();
    const onError = (error: unknown) => logger.warn({ err: error }, 'cannot request a backfill yet');
    this.repeat(() => this.requestIfNeeded(), { everyMs, onError });
  }

  /**
   * Marks the request after publishing it. A crash in between repeats the request, and tracking answers it once. A process
   * that stands by would not get the facts.
   */
  private async requestIfNeeded(): Promise<void> {
    if (!this.bus.isSoleOwner()) return;
    const request_id = await this.facts.nextBackfill();
    if (request_id === undefined) return;
    await this.bus.publisher.publish(backfillRequested, [{ id: request_id, value: { request_id } }]);
    await this.facts.markBackfillRequested(request_id);
    this.logger.info({ request_id }, 'requested a backfill of all facts, because the store is new or lacks messages');
  }
}
