import { Injectable } from '@nestjs/common';
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

@Injectable()
export class AttemptsRepository {
  /** The ends of attempts at the same time share a transaction: each costs a wait for the disk. */
  private readonly ends: CombinedCalls<EndedAttempt>;

  constructor(private readonly dataSource: DataSource) {
    const end = (ended: EndedAttempt[]) => unitOfWork(dataSource, (work) => endAttempts(work, ended));
    this.ends = new CombinedCalls(end, { sizeOf: () => 1, maxSize: 256, worthwhileSize: 256, concurrency: 1 });
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

  /** Resolves when what has become of the attempt is durable. */
  end(ended: EndedAttempt): Promise<void> {
    return this.ends.run(ended);
  }
}
