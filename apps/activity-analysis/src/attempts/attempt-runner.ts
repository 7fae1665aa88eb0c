import { Inject, Injectable } from '@nestjs/common';
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { readTraceparents } from '@tributary/bus/tracing/traceparent';
import { PluginCalls, type CallResult } from '../calls/plugin-calls.js';
import { SETTINGS, type AnalysisSettings } from '../config.js';
import { AnalysisMetrics } from './analysis-metrics.js';
import { AnalyzerConfigs, type AnalyzerConfig } from './analyzer-configs.js';
import { AttemptsRepository } from './attempts.repository.js';
import type { ClaimedActivity } from './claim-activities.js';
import { nextStep, type NextStep } from './next-step.js';

/** The directory brings an analyzer, its version and the selection by a channel in any order, within a second. */
const unknownMs = 1_000;

/** Makes attempts: calls the worker of an analyzer with a claimed activity, and writes its outcome. */
@Injectable()
export class AttemptRunner {
  private isStopping = false;

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly calls: PluginCalls,
    private readonly configs: AnalyzerConfigs,
    private readonly metrics: AnalysisMetrics,
    @Inject(SETTINGS) private readonly settings: AnalysisSettings,
  ) {}

  /** @returns the result of the call, if one was made */
  async run(claimed: ClaimedActivity, config: AnalyzerConfig): Promise<CallResult | undefined> {
    const passed = this.withoutCall(claimed, config);
    if (passed) {
      await this.attempts.end({ claimed, step: passed });
      return undefined;
    }
    const next = claimed.next_analyzers ?? this.configs.chainOf(claimed.activity).slice(1);
    const start = performance.now();
    const result = await this.attempt(claimed, config);
    const ageMs = claimed.ageMs + performance.now() - start;
    const step = this.isStopping
      ? { kind: 'release' as const }
      : this.stepAfter({ ...claimed, ageMs }, next, { config, result });
    await this.attempts.end({ claimed: { ...claimed, next_analyzers: [...next] }, step });
    if (step.kind === 'end' && step.outcome !== 'erased') this.metrics.droppedBecause(step.outcome);
    return result;
  }

  /** The next step for an activity that skips this analyzer. */
  private withoutCall(claimed: ClaimedActivity, { analyzer, isKnown }: AnalyzerConfig): NextStep | undefined {
    if (claimed.isErased) return { kind: 'end', outcome: 'erased' };
    if (claimed.isLate) return { kind: 'release' };
    const isExpired = claimed.ageMs >= this.settings.ANALYSIS_MAX_WAIT;
    if (!isKnown && !isExpired) return { kind: 'release', delayMs: unknownMs };
    const chain = this.configs.chainOf(claimed.activity);
    // The channel may have other analyzers now, or this one was deleted.
    if (claimed.next_analyzers === null) return chain[0] === claimed.analyzer_id ? undefined : passedOn(claimed, chain);
    return analyzer || !isKnown ? undefined : passedOn(claimed, claimed.next_analyzers);
  }

  /** Calls in progress end, and other processes go on with their activities. */
  stop(): void {
    this.isStopping = true;
    this.calls.stop();
  }

  private async attempt(claimed: ClaimedActivity, config: AnalyzerConfig): Promise<CallResult> {
    if (claimed.ageMs >= this.settings.ANALYSIS_MAX_WAIT) return { kind: 'failed', failure: 'EXPIRED' };
    const { organisation_id, worker, timeoutMs } = config;
    if (!worker) return { kind: 'failed', failure: 'NO_WORKER' };
    const { analyzer_id, activity } = claimed;
    const start = performance.now();
    this.metrics.started();
    const result = await context.with(traceOf(claimed), () =>
      this.calls.call({ organisation_id, analyzer_id, activity, worker, timeoutMs }),
    );
    this.metrics.ended(analyzer_id, result, (performance.now() - start) / 1_000);
    return result;
  }

  private stepAfter(
    { activity, attempts, ageMs }: ClaimedActivity,
    next_analyzers: readonly string[],
    { config, result }: { config: AnalyzerConfig; result: CallResult },
  ): NextStep {
    const remainingMs = this.settings.ANALYSIS_MAX_WAIT - ageMs;
    const strategy = config.analyzer?.error_recovery_strategy ?? 'STORE_WITH_ERROR_ID';
    return nextStep({ body: activity.body, attempts, next_analyzers, remainingMs, strategy }, result, Math.random());
  }
}

const passedOn = ({ activity }: ClaimedActivity, analyzers: readonly string[]): NextStep => ({
  kind: 'continue',
  analyzers,
  body: activity.body,
  hasFailed: false,
  isSkipped: true,
});

/** The trace of the request that brought the activity. */
function traceOf({ traceparent }: ClaimedActivity) {
  const [parent] = readTraceparents(traceparent ?? '');
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}
