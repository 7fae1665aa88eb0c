import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type { OnApplicationShutdown } from '@nestjs/common';
import { context, trace } from '@opentelemetry/api';
import { formatTraceparent } from '@tributary/bus/tracing/traceparent';
import { requestIdOf } from '@tributary/runtime/async-context';
import { FairSlots } from '@tributary/contracts/shares/fair-slots';
import type { Logger } from '@tributary/runtime/logger';
import { callEnvironment, type AnalysisSettings } from '../config.js';
import { CallingProcess, type ProcessOptions } from './calling-process.js';
import { failed } from './classify.js';
import { PluginCalls, type CallResult, type PluginCall } from './plugin-calls.js';

const mib = 1024 * 1024;
/** Bytes that the activities of all calls at the same time may have, and those of one analyzer. */
const bytesInCalls = { held: 128 * mib, byOrganisation: true, shares: [{ held: 128 * mib }, { held: 32 * mib }] };
/** A smaller activity counts as this many bytes: at most 256 calls at the same time, 64 of one analyzer. */
const minCallBytes = bytesInCalls.held / 256;

/** Interrupted calls that are remembered: those of several ends of the process. */
const maxInterrupted = 4 * 256;

export type CallsSettings = Pick<AnalysisSettings, 'NODE_ENV' | 'PLUGIN_ALLOWED_HOSTS' | 'SIGNATURE_HEADER_PREFIX'>;

/** The compiled file, even if this one runs from its source. */
const main = () => createRequire(import.meta.url).resolve('@tributary/activity-analysis/calls/call-process');

/**
 * Calls plugins in a process of its own, so that nothing that a plugin answers can harm this one. The process starts at the
 * first call, and again at the next call after its end.
 */
export class IsolatedPluginCalls extends PluginCalls implements OnApplicationShutdown {
  private readonly slots = new FairSlots(bytesInCalls);
  private readonly options: ProcessOptions;
  private process?: CallingProcess;
  private readonly interrupted = new Set<string>();
  private hasStopped = false;

  /** @param filename the main file of the process, in specs */
  constructor(
    settings: CallsSettings,
    private readonly logger: Logger,
    filename = main(),
  ) {
    super();
    this.options = { filename, environment: callEnvironment(), settings: callSettings(settings) };
  }

  /** Waits if too many calls are in progress; the wait counts as part of the call. */
  async call(call: PluginCall): Promise<CallResult> {
    const startMs = performance.now();
    const bytes = Math.max(minCallBytes, Buffer.byteLength(call.activity.body));
    const slot = await this.slots.take(
      [call.organisation_id, call.analyzer_id],
      bytes,
      AbortSignal.timeout(call.timeoutMs),
    );
    if (typeof slot === 'string') return { kind: 'unsent' };
    try {
      const timeoutMs = Math.max(1, Math.ceil(call.timeoutMs - (performance.now() - startMs)));
      const result = await this.running().call({ ...call, timeoutMs, ...origin() });
      return result.kind === 'interrupted' && !this.mayRepeat(call) ? failed('UNAVAILABLE') : result;
    } finally {
      slot.release();
    }
  }

  onApplicationShutdown(): void {
    this.stop();
  }

  /** Calls in progress end as UNAVAILABLE. */
  stop(): void {
    this.hasStopped = true;
    this.process?.kill();
  }

  /** The pid of the process, if there is one. For specs. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Once per activity and analyzer: a call that ends the process each time must end, too. */
  private mayRepeat({ analyzer_id, activity: { datamart_id, activity_id } }: PluginCall): boolean {
    const key = [datamart_id, activity_id, analyzer_id].join('/');
    if (this.hasStopped || this.interrupted.has(key)) return false;
    this.interrupted.add(key);
    for (const oldest of this.interrupted) if (this.interrupted.size > maxInterrupted) this.interrupted.delete(oldest);
    return true;
  }

  private running(): Pick<CallingProcess, 'call'> {
    if (this.hasStopped) return { call: () => Promise.resolve(failed('UNAVAILABLE')) };
    if (!this.process || this.process.hasEnded) this.process = new CallingProcess(this.options, this.report);
    return this.process;
  }

  private readonly report = (reason: string): void => {
    if (!this.hasStopped)
      this.logger.warn({ reason }, 'The process that calls plugins has ended; the next call starts it');
  };
}

const callSettings = (settings: CallsSettings) => ({
  isStrict: settings.NODE_ENV === 'production',
  allowed: settings.PLUGIN_ALLOWED_HOSTS,
  signaturePrefix: settings.SIGNATURE_HEADER_PREFIX,
});

/** The request and the trace that a call belongs to. */
function origin(): { request_id: string; traceparent?: string } {
  const active = context.active();
  const span = trace.getSpanContext(active);
  return { request_id: requestIdOf(active) ?? randomUUID(), ...(span && { traceparent: formatTraceparent(span) }) };
}
