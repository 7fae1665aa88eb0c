import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { unavailable } from '@tributary/contracts/errors';
import { activityToAnalyze } from '@tributary/contracts/topics/topics';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { AnalysisWorker } from '../attempts/analysis-worker.js';
import { SETTINGS, type AnalysisSettings } from '../config.js';
import { IntakeRepository } from './intake.repository.js';

@Controller()
export class EnqueueActivitiesHandler {
  constructor(
    private readonly intake: IntakeRepository,
    private readonly worker: AnalysisWorker,
    @Inject(SETTINGS) private readonly settings: AnalysisSettings,
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
    if (this.worker.backlog >= this.settings.ANALYSIS_BACKLOG)
      throw unavailable(`${this.worker.backlog} activities wait for analyzers already`);
    this.worker.wake(await this.intake.enqueue(batch));
    return [];
  }
}
