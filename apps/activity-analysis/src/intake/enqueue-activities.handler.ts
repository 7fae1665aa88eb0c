import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { activityToAnalyze } from '@tributary/contracts/topics/topics';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { AnalysisWorker } from '../attempts/analysis-worker.js';
import { IntakeRepository } from './intake.repository.js';

const reason = 'More activities of this organisation wait for analyzers than its share of ANALYSIS_BACKLOG';

@Controller()
export class EnqueueActivitiesHandler {
  constructor(
    private readonly intake: IntakeRepository,
    private readonly worker: AnalysisWorker,
  ) {}

  /** In process a person's activities keep their order because there is one batch at a time. */
  @Consume(activityToAnalyze, {
    group: 'activity-analysis.enqueue-activities',
    // The directory says which analyzers a channel has.
    startsLast: true,
    maxBatch: 1_000,
    concurrency: 4,
    inProcessConcurrency: 1,
  })
  async handle(@Payload() batch: Received<ActivityToAnalyze>[]): Promise<Rejection[]> {
    const { queues, refused } = await this.intake.enqueue(batch);
    this.worker.wake(queues);
    return refused.map((message) => ({ message, reason, isRefused: true }));
  }
}
