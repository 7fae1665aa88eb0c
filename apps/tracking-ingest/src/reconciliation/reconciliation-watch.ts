import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { Upkeep } from '@tributary/runtime/repeater';
import { DirectoryStore } from '@tributary/security/directory.store';
import { SETTINGS, type TrackingSettings } from '../config.js';
import { ReconciliationRepository } from './reconciliation.repository.js';
import { states, sumUp, type ReconciliationSummary } from './sum-up.js';

/** Each refresh sums all hours of all datamarts, so it must not run often. */
const everyMs = 60_000;
const windowMs = 48 * 3_600_000;

/** Sums the last two days at intervals, for the metrics. Every process reports the same values. */
@Injectable()
export class ReconciliationWatch extends Upkeep {
  private summary?: ReconciliationSummary;

  /** @param directory says which datamarts have activity analyzers */
  constructor(
    private readonly reconciliation: ReconciliationRepository,
    private readonly directory: DirectoryStore,
    @Inject(SETTINGS) private readonly settings: Pick<TrackingSettings, 'ANALYSIS_MAX_WAIT'>,
    metrics: Metrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    const onError = (err: unknown) => logger.warn({ err }, 'cannot refresh the reconciliation metrics, will retry');
    this.repeat(() => this.refresh(Date.now()), { everyMs, onError });
    this.expose(metrics);
  }

  async refresh(now: number): Promise<void> {
    const { reconciliation, directory, settings } = this;
    const maxWaitMs = (datamart_id: string) => (directory.hasAnalyzers(datamart_id) ? settings.ANALYSIS_MAX_WAIT : 0);
    this.summary = sumUp(await reconciliation.list(now - windowMs), now, maxWaitMs);
  }

  private expose(metrics: Metrics): void {
    metrics.addGauge({
      name: 'tributary_reconciliation_activities',
      help: 'Activities of the last two days by state: accepted and uncertain as gateways report them, the others by outcome',
      labelNames: ['state'],
      read: () => {
        const { totals, in_flight = 0 } = this.summary ?? {};
        const counted = states.map((state) => ({ labels: { state }, value: totals?.[state] ?? 0 }));
        return [...counted, { labels: { state: 'in_flight' }, value: in_flight }];
      },
    });
    metrics.addGauge({
      name: 'tributary_reconciliation_missing_activities',
      help: 'Activities of completed hours that were accepted and have no outcome',
      read: () => this.summary?.missing ?? 0,
    });
    metrics.addGauge({
      name: 'tributary_reconciliation_surplus_activities',
      help: 'Activities of completed hours that have an outcome and were never reported as accepted',
      read: () => this.summary?.surplus ?? 0,
    });
    metrics.addGauge({
      name: 'tributary_reconciliation_datamart_difference',
      help: 'Missing (above 0) or surplus (below 0) activities of the datamarts with the largest difference, at most ten',
      labelNames: ['datamart'],
      read: () =>
        (this.summary?.worst ?? []).map(({ datamart_id, difference }) => ({
          labels: { datamart: datamart_id },
          value: difference,
        })),
    });
  }
}
