import { Injectable, Logger } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publishing/publisher';
import type { CredentialUse } from '@tributary/contracts/admin/access';
import { credentialsUsed } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { Upkeep } from '@tributary/runtime/repeater';
import { hourMs } from '@tributary/contracts/rules/time-units';
import { LRUCache } from 'lru-cache';

const publishEveryMs = 20_000;
/** Credentials that are remembered. One beyond them is published once more in its hour. */
const maxRemembered = 100_000;
/** Far below the size limit of a message. */
const usesPerMessage = 1_000;

/**
 * Publishes in which hours credentials are used: a use in an hour that was published costs a look into a map, and the
 * database of admin learns of a credential at most once an hour from each gateway.
 */
@Injectable()
export class CredentialUses extends Upkeep {
  private readonly logger = new Logger(CredentialUses.name);
  /** Made at the first use: each has its full size from the beginning. */
  private readonly publishedHours: Partial<Record<CredentialUse['kind'], LRUCache<string, number>>> = {};
  private waiting: CredentialUse[] = [];
  constructor(private readonly publisher: Publisher) {
    super();
    this.repeat(() => this.publish(), {
      everyMs: publishEveryMs,
      onError: (error) => this.logger.warn(`cannot publish which credentials were used: ${String(error)}`),
    });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.publish().catch(() => undefined);
  }

  see(kind: CredentialUse['kind'], id: string, now = Date.now()): void {
    const hour = now - (now % hourMs);
    const published = (this.publishedHours[kind] ??= new LRUCache({ max: maxRemembered }));
    if (published.get(id) === hour) return;
    published.set(id, hour);
    this.waiting.push({ kind, id, hour_ts: hour });
  }

  /** Publishes the uses that wait. If it fails, they wait for the next call. */
  async publish(): Promise<void> {
    const uses = this.waiting;
    if (uses.length === 0) return;
    this.waiting = [];
    const messages = Array.from({ length: Math.ceil(uses.length / usesPerMessage) }, (_, index) => ({
      id: uuid7(),
      value: { uses: uses.slice(index * usesPerMessage, (index + 1) * usesPerMessage) },
    }));
    try {
      await this.publisher.publish(credentialsUsed, messages);
    } catch (error) {
      this.waiting = uses.concat(this.waiting).slice(0, maxRemembered);
      throw error;
    }
  }
}
