import type { ErrorRecoveryStrategy } from '@tributary/contracts/admin/plugins/activity-analyzer';
import { withStep } from '@tributary/contracts/traces/begin-trace';
import type { UnitOfWork } from '@tributary/database/transaction';
import { nextStep } from '../attempts/next-step.js';
import { insertFailures, type AnalyzerFailure } from '../failures/insert-failures.js';
import { publishOutcomes, toStore, withOutcome, type EndedActivity } from '../queue/publish-outcomes.js';
import { isDropped, rememberDropped } from '../queue/remember-dropped.js';
import { stepsOfAttempt } from '../traces/steps-of-attempt.js';
import { idOf, type EnqueuedActivity } from './waiting-activity.js';

export interface ExceedingRules {
  /** The ids of the analyzers of an activity's channel. */
  analyzersOf: (activity: EnqueuedActivity['message']['value']) => readonly string[];
  /** Undefined for a deleted analyzer, which is skipped. */
  strategyOf: (analyzer_id: string) => ErrorRecoveryStrategy | undefined;
}

const expired = { kind: 'failed', failure: 'EXPIRED' } as const;

/**
 * Ends activities that were acknowledged and for which their organisation has no place, as those that have waited for too
 * long: the strategies of their analyzers decide, one after the other, without a call.
 *
 * @returns how many are dropped
 */
export async function endExceeding(
  work: UnitOfWork,
  exceeding: EnqueuedActivity[],
  rules: ExceedingRules,
): Promise<number> {
  const firsts = new Map(exceeding.toReversed().map((one) => [idOf(one), one]));
  const duplicates = exceeding.filter((one) => firsts.get(idOf(one)) !== one);
  const outcomes = [...firsts.values()].toReversed().map((one) => endOf(one, rules));
  const dropped = outcomes.map(({ ended }) => ended.value).filter(({ outcome }) => isDropped(outcome));
  work.atCommit(rememberDropped(dropped));
  work.atCommit(
    publishOutcomes([
      ...outcomes.map(({ ended }) => ended),
      ...duplicates.map(({ message: { value } }) => ({ value: withOutcome(value, 'duplicate') })),
    ]),
  );
  await insertFailures(
    work,
    outcomes.flatMap(({ failures }) => failures),
  );
  return dropped.length;
}

function endOf(
  { message: { value: received, traceparent } }: EnqueuedActivity,
  { analyzersOf, strategyOf }: ExceedingRules,
): { ended: EndedActivity; failures: AnalyzerFailure[] } {
  const failures: AnalyzerFailure[] = [];
  const ts = Math.max(Date.now(), received.received_ts);
  let value = { ...received, trace: withStep(received.trace, { step: 'WAITING_FOR_ANALYSIS', ts }) };
  let [analyzer_id, ...next_analyzers] = analyzersOf(value);
  while (analyzer_id !== undefined) {
    const strategy = strategyOf(analyzer_id);
    if (strategy === undefined) {
      [analyzer_id, ...next_analyzers] = next_analyzers;
      continue;
    }
    const step = nextStep({ body: value.body, attempts: 0, next_analyzers, remainingMs: 0, strategy }, expired, 0);
    if (step.kind === 'end' || step.kind === 'continue') {
      const steps = stepsOfAttempt({ analyzer_id, before: value, step, ts });
      value = { ...value, trace: withStep(value.trace, ...steps) };
    }
    failures.push({ analyzer_id, activity_id: value.activity_id, failure: expired.failure, attempts: 0 });
    if (step.kind === 'end') return { ended: { value: withOutcome(value, step.outcome), traceparent }, failures };
    [analyzer_id, ...next_analyzers] = step.kind === 'continue' ? step.analyzers : [];
  }
  return { ended: { value: toStore(value, failures[0]?.analyzer_id), traceparent }, failures };
}
