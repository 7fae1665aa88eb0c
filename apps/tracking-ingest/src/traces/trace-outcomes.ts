import type { AnalysisOutcome } from '@tributary/contracts/tracking/activity';
import { traceOutcomes, type TraceStep, type TraceStepName } from '@tributary/contracts/traces/activity-trace';
import type { Resolution } from '../identity/identity-claim.js';
import type { TraceEntry } from './trace-entry.js';
import type { TraceOrigin } from './trace-origin.js';

/** An activity, as far as its trace needs it. */
interface TracedActivity {
  received_ts: number;
  origin?: TraceOrigin | undefined;
}

type Outcome = Exclude<AnalysisOutcome, 'duplicate'>;
interface Resolved {
  activity: TracedActivity;
}

/** The outcomes that a transaction gives its activities. */
export interface BatchOutcomes {
  resolutions: Resolution<TracedActivity>[];
  /** By the processing that refuses. */
  refused: ReadonlyMap<Resolved, string>;
  /** Whose events would have made a profile too large. */
  tooLarge: readonly Resolved[];
  /** Whose profile was left out. */
  withoutProfile?: readonly Resolved[];
  /** Whose choice does not count. */
  withoutEffect: readonly { one: Resolved; processing_id: string }[];
  unstored: readonly (TracedActivity & { outcome: Outcome })[];
}

/** The entry of each activity that has ended now. */
export function traceEntries(outcomes: BatchOutcomes, now: number): Map<TracedActivity, TraceEntry> {
  const entries = new Map<TracedActivity, TraceEntry>();
  const added = stepsOfEvents(outcomes, now);
  for (const one of outcomes.resolutions) {
    const activity = one.claim;
    const steps = stepsBefore(activity);
    if ('refusal' in one) {
      entries.set(activity, entryOf(activity, [...steps, { step: 'ERASED', ts: now }]));
      continue;
    }
    const { moved = 0, leftOut = 0, isApart = false } = one.exclusive ?? {};
    if (moved > 0) steps.push({ step: 'MOVED', ts: now });
    if (one.overLimit || leftOut > 0) steps.push({ step: 'IDENTIFIERS_LEFT_OUT', ts: now });
    if (one.publicMerge === 'refused' || isApart) steps.push({ step: 'MERGE_REFUSED', ts: now });
    if (added.size > 0) steps.push(...(added.get(activity) ?? []));
    entries.set(activity, entryOf(activity, steps, one.user_point_id));
  }
  for (const [{ activity }, processing_id] of outcomes.refused) {
    const steps = entries.get(activity)?.steps ?? [];
    entries.set(activity, entryOf(activity, [...steps, { step: 'REFUSED_BY_CHOICE', ts: now, processing_id }]));
  }
  for (const activity of outcomes.unstored) {
    const steps = stepsBefore(activity);
    const last = steps.at(-1);
    if (!last || !traceOutcomes.has(last.step)) steps.push({ step: endOf[activity.outcome], ts: now });
    entries.set(activity, entryOf(activity, steps));
  }
  return entries;
}

/** For outcomes of older versions, which sent no steps, and those without an analyzer. */
const endOf: Record<Outcome, TraceStepName> = {
  dropped: 'DROPPED',
  dropped_on_error: 'DROPPED_ON_ERROR',
  erased: 'ERASED',
};

const stepsBefore = ({ origin }: TracedActivity): TraceStep[] => (origin?.steps ? [...origin.steps] : []);

const entryOf = ({ origin, received_ts }: TracedActivity, steps: TraceStep[], user_point_id?: string): TraceEntry => ({
  received_ts,
  credential: origin?.credential,
  execution_id: origin?.execution_id,
  hash: origin?.hash,
  steps,
  user_point_id,
});

/** Few activities have any. */
function stepsOfEvents(
  { tooLarge, withoutProfile = [], withoutEffect }: BatchOutcomes,
  ts: number,
): Map<TracedActivity, TraceStep[]> {
  const steps = new Map<TracedActivity, TraceStep[]>();
  const add = ({ activity }: Resolved, step: TraceStep) => {
    const own = steps.get(activity) ?? [];
    if (own.some((other) => other.step === step.step && other.processing_id === step.processing_id)) return;
    steps.set(activity, [...own, step]);
  };
  for (const one of withoutProfile) add(one, { step: 'PROFILE_LEFT_OUT', ts });
  for (const one of tooLarge) add(one, { step: 'PROFILE_TOO_LARGE', ts });
  for (const { one, processing_id } of withoutEffect) add(one, { step: 'CHOICE_NOT_EFFECTIVE', ts, processing_id });
  return steps;
}
