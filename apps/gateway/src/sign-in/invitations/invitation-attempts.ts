import { Injectable } from '@nestjs/common';
import { ApiError } from '@tributary/contracts/errors';
import { LRUCache } from 'lru-cache';

const windowMs = 60_000;
/** Most wrong secrets of one address, and of all, in a minute. A person opens one or two wrong links. */
const maxOfAddress = 10;
const maxOfAll = 300;
const maxRemembered = 10_000;

/** The attempts of a minute. */
interface Attempts {
  count: number;
  until: number;
}

/**
 * Bounds the wrong secrets of invitations at this gateway. A secret has 256 random bits, which no client guesses: it is the
 * database that is spared.
 */
@Injectable()
export class InvitationAttempts {
  private readonly ofAddress = new LRUCache<string, Attempts>({ max: maxRemembered });
  private ofAll: Attempts = { count: 0, until: 0 };

  /**
   * Counts an attempt before its end is known: attempts at the same time count, too.
   *
   * @param now milliseconds of a clock that is never set
   * @returns what takes the attempt back, for a right one
   * @throws SERVICE_UNAVAILABLE after too many
   */
  begin(address: string, now = performance.now()): () => void {
    if (now >= this.ofAll.until) this.ofAll = { count: 0, until: now + windowMs };
    const known = this.ofAddress.get(address);
    const own = known && now < known.until ? known : { count: 0, until: now + windowMs };
    const all = this.ofAll;
    if (own.count >= maxOfAddress || all.count >= maxOfAll)
      throw new ApiError('SERVICE_UNAVAILABLE', 'too many wrong invitations: try again in a minute', {
        retryAfter_s: windowMs / 1_000,
      });
    this.ofAddress.set(address, own);
    own.count++;
    all.count++;
    return () => {
      own.count--;
      all.count--;
    };
  }
}
