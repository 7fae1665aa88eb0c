import type { OrganisationUse } from '@tributary/contracts/shares/fair-slots';
import { exposeShares } from '@tributary/runtime/isolation/share-metrics';
import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { CallResult } from '../calls/plugin-calls.js';
import type { QueueState } from '../queue/read-queues.js';

/** Metrics of this process about plugins and waiting activities. */
export class AnalysisMetrics {
  private readonly calls: Counter;
  private readonly durations: Histogram;
  private readonly inProgress: Gauge;
  private readonly waits: Histogram;
  private readonly expiredPermits: Counter;
  private readonly dropped: Counter;
  private readonly putBack: Counter;
  private readonly exceeding: Counter;
  private queues: QueueState[] = [];

  constructor(private readonly metrics: Metrics) {
    const registers = [metrics.registry];
    this.calls = new Counter({
      name: 'tributary_plugin_calls_total',
      help: 'Calls of analyzers by outcome: analyzed, dropped, interrupted or the class of the failure',
      labelNames: ['analyzer', 'outcome'],
      registers,
    });
    this.durations = new Histogram({
      name: 'tributary_plugin_call_duration_seconds',
      help: 'Duration of calls by analyzer',
      labelNames: ['analyzer'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    });
    this.inProgress = new Gauge({
      name: 'tributary_plugin_calls_in_progress',
      help: 'Calls of this process that have no answer yet, or wait to be sent',
      registers,
    });
    this.waits = new Histogram({
      name: 'tributary_plugin_permit_waits_seconds',
      help: 'How long queues had to wait for a rate, by throttling',
      labelNames: ['throttling'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
      registers,
    });
    this.expiredPermits = new Counter({
      name: 'tributary_plugin_leases_expired_total',
      help: 'Permits that ended by time, because their process was killed or too slow',
      registers,
    });
    this.dropped = new Counter({
      name: 'tributary_analysis_dropped_total',
      help: 'Activities that were dropped by an analyzer, or because one failed',
      labelNames: ['reason'],
      registers,
    });
    this.putBack = new Counter({
      name: 'tributary_analysis_fields_put_back_total',
      help: 'Fields that analyzers changed although they must not',
      labelNames: ['field'],
      registers,
    });
    this.exceeding = new Counter({
      name: 'tributary_analysis_above_share_total',
      help: 'New activities beyond the share of ANALYSIS_BACKLOG that their organisation has',
      labelNames: ['organisation', 'outcome'],
      registers,
    });
    this.exposeQueues(metrics);
  }

  started(): void {
    this.inProgress.inc();
  }

  ended(analyzer: string, result: CallResult, seconds: number): void {
    this.inProgress.dec();
    if (result.kind === 'unsent') return;
    this.calls.inc({ analyzer, outcome: result.kind === 'failed' ? result.failure : result.kind });
    this.durations.observe({ analyzer }, seconds);
    if (result.kind === 'analyzed') for (const field of result.putBack) this.putBack.inc({ field });
  }

  waited(throttling: string, ms: number): void {
    this.waits.observe({ throttling }, ms / 1_000);
  }

  permitsExpired(permits: number): void {
    if (permits > 0) this.expiredPermits.inc(permits);
  }

  droppedBecause(reason: 'dropped' | 'dropped_on_error', activities = 1): void {
    this.dropped.inc({ reason }, activities);
  }

  /** There was no place for new activities of an organisation. */
  exceeded(organisation: string, outcome: 'refused' | 'ended', activities: number): void {
    this.exceeding.inc({ organisation, outcome }, activities);
  }

  shareCalls(read: () => OrganisationUse[]): void {
    exposeShares(this.metrics, 'plugin_calls', read);
  }

  /** @param ownerOf the organisation of a datamart; @param isLacking whether there was no place for its last activities */
  shareBacklog(ownerOf: (datamart_id: string) => string, isLacking: (organisation_id: string) => boolean): void {
    exposeShares(this.metrics, 'analysis_backlog', () => {
      const owners = Map.groupBy(this.queues, ({ datamart_id }) => ownerOf(datamart_id));
      return Array.from(owners, ([organisation_id, own]) => ({
        organisation_id,
        held: own.reduce((sum, { waiting }) => sum + waiting, 0),
        waiting: isLacking(organisation_id) ? 1 : 0,
      }));
    });
  }

  /** Takes the counts of the last poll. */
  see(queues: QueueState[]): void {
    this.queues = queues;
  }

  private exposeQueues(metrics: Metrics): void {
    metrics.addGauge({
      name: 'tributary_analysis_waiting_activities',
      help: 'Activities that wait for an analyzer. Every process reports the same',
      labelNames: ['analyzer'],
      read: () => this.byAnalyzer((sum, { waiting }) => sum + waiting),
    });
    metrics.addGauge({
      name: 'tributary_analysis_oldest_waiting_seconds',
      help: 'For how long the first activity of an analyzer has been due. Every process reports the same',
      labelNames: ['analyzer'],
      read: () => this.byAnalyzer((oldest, { dueMs }) => Math.max(oldest, (dueMs ?? 0) / 1_000)),
    });
  }

  private byAnalyzer(add: (value: number, queue: QueueState) => number) {
    const values = new Map<string, number>();
    for (const queue of this.queues) values.set(queue.analyzer_id, add(values.get(queue.analyzer_id) ?? 0, queue));
    return Array.from(values, ([analyzer, value]) => ({ labels: { analyzer }, value }));
  }
}
