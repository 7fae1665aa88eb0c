import { Injectable } from '@nestjs/common';
import type { Received } from '@tributary/bus/messages/message';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { violatedConstraint } from '@tributary/database/entities';
import { unitOfWork } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { AnalyzerConfigs } from '../attempts/analyzer-configs.js';
import { enqueue } from './enqueue.js';
import { eraseWaiting } from './erase-waiting.js';
import type { ErasedIdentifier } from '../queue/erased-identifiers.js';
import type { QueueKey } from '../queue/queue-key.js';

@Injectable()
export class IntakeRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configs: AnalyzerConfigs,
  ) {}

  /** @returns the queues that have new activities */
  async enqueue(batch: Received<ActivityToAnalyze>[]): Promise<QueueKey[]> {
    const enqueueOnce = () =>
      unitOfWork(this.dataSource, (work) => enqueue(work, batch, (activity) => this.configs.chainOf(activity)));
    try {
      return await enqueueOnce();
    } catch (error) {
      if (violatedConstraint(error) !== 'waiting_activities_pkey') throw error;
      // Another process has enqueued one of them meanwhile. Now it is found.
      return enqueueOnce();
    }
  }

  /** Deletes the waiting activities of erased people. */
  async erase(erased: ErasedIdentifier[]): Promise<void> {
    const eraseOnce = () => unitOfWork(this.dataSource, (work) => eraseWaiting(work, erased));
    while (await eraseOnce());
  }
}
