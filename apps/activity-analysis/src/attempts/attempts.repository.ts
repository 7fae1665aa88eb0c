import { Injectable } from '@nestjs/common';
import { isUnavailable } from '@tributary/contracts/errors';
import { retry } from '@tributary/contracts/retry';
import { CombinedCalls } from '@tributary/runtime/combined-calls';
import { transaction, unitOfWork } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import type { QueueKey } from '../queue/queue-key.js';
import { readQueues, type QueueState } from '../queue/read-queues.js';
import {
  claimActivities,
  claimExpired,
  type Claim,
  type ClaimedActivity,
  type ClaimOptions,
} from './claim-activities.js';
import { endAttempts, type EndedAttempt } from './end-attempts.js';

/**
 * Through an outage or a conflict: a result that is lost costs the plugin another call. A result whose activity another
 * process has claimed meanwhile changes nothing.
 */
const retries = { pauseMs: 200, timeoutMs: 60_000 };

@Injectable()
export class AttemptsRepository {
  /** Attempts that end at the same time share a transaction: each costs a wait for the disk. */
  private readonly results: CombinedCalls<EndedAttempt>;

  constructor(private readonly dataSource: DataSource) {
    const endOnce = (ended: EndedAttempt[]) => unitOfWork(dataSource, (work) => endAttempts(work, ended));
    const end = (ended: EndedAttempt[]) => retry(() => endOnce(ended), { ...retries, isRetryable: isUnavailable });
    this.results = new CombinedCalls(end, { sizeOf: () => 1, maxSize: 256, worthwhileSize: 256, concurrency: 1 });
  }

  readQueues(): Promise<QueueState[]> {
    return readQueues(this.dataSource);
  }

  /** Durable only with permits: a claim that a crash of the database undoes is made again. */
  claim(queue: QueueKey, options: ClaimOptions): Promise<Claim> {
    const claim = (client: Parameters<typeof claimActivities>[0]) => claimActivities(client, queue, options);
    return transaction(this.dataSource, claim, { durable: options.limits.length > 0 });
  }

  claimExpired(queue: QueueKey, options: Parameters<typeof claimExpired>[2]): Promise<ClaimedActivity[]> {
    return transaction(this.dataSource, (client) => claimExpired(client, queue, options), { durable: false });
  }

  /** Resolves when the outcome of the attempt is durable. */
  end(ended: EndedAttempt): Promise<void> {
    return this.results.run(ended);
  }
}
