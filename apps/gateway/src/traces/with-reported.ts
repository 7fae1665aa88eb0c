import type { ActivityTrace } from '@tributary/contracts/traces/activity-trace';

/**
 * Adds that reports have a stored activity, once their watermark has passed it. What happened later stays behind: of an erased
 * one, reports have nothing any more.
 *
 * @param watermark epoch milliseconds
 */
export function withReported(trace: ActivityTrace, watermark = 0): ActivityTrace {
  const index = trace.steps.findIndex(({ step }) => step === 'STORED');
  const stored = trace.steps[index];
  if (!stored || watermark < stored.ts || trace.state === 'ERASED') return trace;
  const later = trace.steps.slice(index + 1);
  const reported = { step: 'REPORTED' as const, ts: watermark };
  const after = [...later, reported].sort((a, b) => a.ts - b.ts);
  return { ...trace, steps: [...trace.steps.slice(0, index + 1), ...after] };
}
