import { Inject, Injectable } from '@nestjs/common';
import type { Received } from '@tributary/bus/messages/message';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { violatedConstraint } from '@tributary/database/entities';
import { unitOfWork } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { AnalysisMetrics } from '../attempts/analysis-metrics.js';
import { AnalyzerConfigs } from '../attempts/analyzer-configs.js';
import { BacklogOrganisations } from '../backlog/backlog-organisations.js';
import { SETTINGS, type AnalysisSettings } from '../config.js';
import { endExceeding, type ExceedingRules } from './end-exceeding.js';
import { BacklogFilled, enqueue, type Intake, type IntakeRules } from './enqueue.js';
import { eraseWaiting } from './erase-waiting.js';
import type { ErasedIdentifier } from '../queue/erased-identifiers.js';
import type { QueueKey } from '../queue/queue-key.js';
import type { EnqueuedActivity } from './waiting-activity.js';

type Message = Received<ActivityToAnalyze>;

interface TakenBatch {
  /** The queues that have new activities. */
  queues: QueueKey[];
  /** In process: activities for which their organisation has no place. */
  refused: Message[];
}

@Injectable()
export class IntakeRepository {
  private readonly rules: Omit<IntakeRules, 'mayPause'> & ExceedingRules;

  constructor(
    private readonly dataSource: DataSource,
    private readonly configs: AnalyzerConfigs,
    private readonly organisations: BacklogOrganisations,
    private readonly metrics: AnalysisMetrics,
    @Inject(SETTINGS) settings: AnalysisSettings,
  ) {
    this.rules = {
      analyzersOf: (activity) => configs.chainOf(activity),
      organisationOf: (datamart_id) => configs.ownerOf(datamart_id),
      strategyOf: (analyzer_id) => configs.strategyOf(analyzer_id),
      backlog: settings.ANALYSIS_BACKLOG,
    };
    metrics.shareBacklog(
      (datamart_id) => configs.ownerOf(datamart_id),
      (organisation_id) => organisations.isLacking(organisation_id),
    );
  }

  async enqueue(batch: Message[]): Promise<TakenBatch> {
    await this.organisations.ask(batch.map(({ value }) => this.configs.ownerOf(value.datamart_id)));
    const { added, exceeding, dropped } = await this.enqueueOnce(batch).catch((error: unknown) => {
      if (violatedConstraint(error) !== 'waiting_activities_pkey') throw error;
      // Another process has enqueued one of them meanwhile. Now it is found.
      return this.enqueueOnce(batch);
    });
    const refused = isAcknowledged(batch) ? [] : exceeding.map(({ message }) => message);
    await this.report(exceeding, { isRefused: refused.length > 0, dropped });
    return { queues: added, refused };
  }

  /** Deletes the waiting activities of erased people. */
  async erase(erased: ErasedIdentifier[]): Promise<void> {
    const eraseOnce = () => unitOfWork(this.dataSource, (work) => eraseWaiting(work, erased));
    while (await eraseOnce());
  }

  private async enqueueOnce(batch: Message[]): Promise<Intake & { dropped: number }> {
    const [first] = batch;
    const mayPause = first !== undefined && isAcknowledged(batch) && this.isAlone(first);
    try {
      return await this.enqueueBy(batch, { ...this.rules, mayPause });
    } catch (error) {
      if (!(error instanceof BacklogFilled)) throw error;
      return await this.enqueueBy(batch, { ...this.rules, mayPause, isAlone: true });
    }
  }

  private enqueueBy(batch: Message[], rules: IntakeRules & ExceedingRules): Promise<Intake & { dropped: number }> {
    return unitOfWork(this.dataSource, async (work) => {
      const intake = await enqueue(work, batch, rules);
      const isEnded = intake.exceeding.length > 0 && isAcknowledged(batch);
      return { ...intake, dropped: isEnded ? await endExceeding(work, intake.exceeding, rules) : 0 };
    });
  }

  private isAlone({ value: { datamart_id } }: Message): boolean {
    return !this.configs.hasOthersBeside(this.configs.ownerOf(datamart_id));
  }

  private async report(
    exceeding: EnqueuedActivity[],
    { isRefused, dropped }: { isRefused: boolean; dropped: number },
  ): Promise<void> {
    const owners = Map.groupBy(exceeding, ({ datamart_id }) => this.configs.ownerOf(datamart_id));
    for (const [organisation_id, own] of owners)
      this.metrics.exceeded(organisation_id, isRefused ? 'refused' : 'ended', own.length);
    this.metrics.droppedBecause('dropped_on_error', dropped);
    await this.organisations.lack(owners.keys());
  }
}

/** Over Kafka the client has its answer already. */
const isAcknowledged = ([first]: Message[]) => first?.bundlePosition !== undefined;
