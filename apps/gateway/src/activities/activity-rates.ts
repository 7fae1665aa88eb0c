import { Injectable } from '@nestjs/common';
import { ApiError } from '@tributary/contracts/errors';
import { LRUCache } from 'lru-cache';
import type { CollectKey } from '../collect-keys/collect-key.js';

/** Limited keys that are in use at the same time. One beyond them begins with a full burst again. */
const maxRemembered = 100_000;
const maxRetryAfter_s = 3_600;

/** After this time without that request, a key saves up no more than a burst again. */
const remembersRefusedFor_ms = 300_000;

/** The activities that a key may send now, and since when that is so. */
interface Allowance {
  activities: number;
  since: number;
  /** A refused request of more activities than a burst. The key may save up as many, or it could never be accepted. */
  refused?: { activities: number; until: number } | undefined;
}

/** Limits the activities of collect keys with `max_qps` in this gateway. */
@Injectable()
export class ActivityRates {
  /** Made for the first key with a limit: it has its full size from the beginning. */
  private allowances?: LRUCache<string, Allowance>;

  /**
   * Takes the activities of a request from what the key may send: all of them, or none.
   *
   * @param now milliseconds of a clock that is never set
   * @throws SERVICE_UNAVAILABLE beyond `max_qps`
   */
  take({ id, max_qps }: Pick<CollectKey, 'id' | 'max_qps'>, activities: number, now = performance.now()): void {
    if (max_qps === undefined) return;
    // A key of less than one activity per second may send one.
    const burst = Math.max(max_qps, 1);
    const allowances = (this.allowances ??= new LRUCache({ max: maxRemembered }));
    const known: Allowance = allowances.get(id) ?? { activities: burst, since: now };
    const refused = known.refused && known.refused.until > now ? known.refused : undefined;
    const most = Math.max(burst, refused?.activities ?? 0);
    const allowed = Math.min(most, known.activities + ((now - known.since) / 1_000) * max_qps);
    if (activities <= allowed) {
      const isServed = refused && activities >= refused.activities;
      allowances.set(id, { activities: allowed - activities, since: now, refused: isServed ? undefined : refused });
      return;
    }
    const retryAfter_s = Math.min(Math.max(Math.ceil((activities - allowed) / max_qps), 1), maxRetryAfter_s);
    const until = now + retryAfter_s * 1_000 + remembersRefusedFor_ms;
    const isLarger = activities > burst && activities >= (refused?.activities ?? 0);
    allowances.set(id, { activities: allowed, since: now, refused: isLarger ? { activities, until } : refused });
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      `the collect key takes ${max_qps} activities per second (max_qps), and ${Math.floor(burst)} at once`,
      { retryAfter_s },
    );
  }
}
