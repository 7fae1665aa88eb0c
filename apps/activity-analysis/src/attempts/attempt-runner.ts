import { Inject, Injectable } from '@nestjs/common';
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { readTraceparents } from '@tributary/bus/tracing/traceparent';
import { PluginCalls, type CallResult } from '../calls/plugin-calls.js';
import { SETTINGS, type AnalysisSettings } from '../config.js';
import { AnalysisMetrics } from './analysis-metrics.js';
import { AnalyzerConfigs, type AnalyzerConfig } from './analyzer-configs.js';
import { AttemptsRepository } from './attempts.repository.js';
import type { ClaimedActivity } from './claim-activities.js';
import type { EndedAttempt } from './end-attempts.js';
import { nextStep } from './next-step.js';

/** Makes attempts: calls the worker of an analyzer with a claimed activity, and writes what becomes of it. */
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
    const chain = this.configs.chainOf(claimed.activity);
    const hasBegun = claimed.next_analyzers !== null;
    const next = claimed.next_analyzers ?? chain.slice(1);
    // The channel may have other analyzers now, or this one was deleted.
    if (!config.analyzer || (!hasBegun && chain[0] !== claimed.analyzer_id)) {
      await this.attempts.end(passedOn(claimed, hasBegun ? next : chain));
      return undefined;
    }
    const result = await this.attempt(claimed, config);
    await this.attempts.end(
      this.isStopping ? { claimed, step: { kind: 'release' } } : this.ended(claimed, next, { config, result }),
    );
    return result;
  }

  /** Calls in progress end, and what becomes of their activities is left to other processes. */
  stop(): void {
    this.isStopping = true;
    this.calls.stop();
  }

  private async attempt(claimed: ClaimedActivity, { worker, timeoutMs }: AnalyzerConfig): Promise<CallResult> {
    if (claimed.ageMs >= this.settings.ANALYSIS_MAX_WAIT) return { kind: 'failed', failure: 'EXPIRED' };
    if (!worker) return { kind: 'failed', failure: 'NO_WORKER' };
    const { analyzer_id, activity } = claimed;
    const start = performance.now();
    this.metrics.started();
    const result = await context.with(traceOf(claimed), () =>
      this.calls.call({ analyzer_id, activity, worker, timeoutMs }),
    );
    this.metrics.ended(analyzer_id, result, (performance.now() - start) / 1_000);
    return result;
  }

  private ended(
    claimed: ClaimedActivity,
    next_analyzers: readonly string[],
    { config, result }: { config: AnalyzerConfig; result: CallResult },
  ): EndedAttempt {
    const { activity, attempts, ageMs } = claimed;
    const remainingMs = this.settings.ANALYSIS_MAX_WAIT - ageMs;
    const strategy = config.analyzer?.error_recovery_strategy ?? 'STORE_WITH_ERROR_ID';
    const attempt = { body: activity.body, attempts, next_analyzers, remainingMs, strategy };
    const step = nextStep(attempt, result, Math.random());
    if (step.kind === 'end') this.metrics.droppedBecause(step.outcome);
    return { claimed: { ...claimed, next_analyzers: [...next_analyzers] }, step };
  }
}

const passedOn = (claimed: ClaimedActivity, analyzers: readonly string[]): EndedAttempt => ({
  claimed,
  step: { kind: 'continue', analyzers, body: claimed.activity.body, hasFailed: false },
});

/** The trace of the request that brought the activity. */
function traceOf({ traceparent }: ClaimedActivity) {
  const [parent] = readTraceparents(traceparent ?? '');
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}
