import { hourOf } from '@tributary/contracts/tracking/activities-accepted';
import type { AnalysisOutcome } from '@tributary/contracts/tracking/activity';

/** The outcomes of an activity that could be read: columns of the counts, in this order. */
export const activityOutcomes = [
  'stored',
  'duplicate',
  'erased',
  'refused_by_choice',
  'dropped',
  'dropped_on_error',
] as const;
export type ActivityOutcome = (typeof activityOutcomes)[number];

/** The fields of an activity that reconciliation needs. */
export interface CountedActivity {
  datamart_id: string;
  activity_id: string;
  received_ts: number;
}

/** The end of an analysis. */
type AnalyzedActivity = CountedActivity & { analysis_id?: string | undefined };

/** The activities of one datamart and hour, by outcome. */
export type HourCounts = Record<ActivityOutcome, number> & { datamart_id: string; hour_ts: number };

/**
 * The activities of a batch that are new, and those of them that were stored, or refused. Of the others, those with an
 * outcome ended in their analysis; the people of the rest were erased.
 */
export interface StoreResult {
  fresh: CountedActivity[];
  stored: CountedActivity[];
  /** By a choice of their person. */
  refused: CountedActivity[];
  /** Ends of analyses that have come before, and are counted already. */
  repeated?: AnalyzedActivity[];
}

interface ActivityMessage {
  value: AnalyzedActivity & {
    /** How the analysis of the activity ended, if not with an activity to store. */
    outcome?: AnalysisOutcome | undefined;
  };
}

export interface ClassifiedMessage<Message extends ActivityMessage> {
  message: Message;
  outcome: ActivityOutcome | 'repeated';
}

/**
 * The messages of a batch in their order, each with its outcome. Of several with the same id the first one was stored or
 * dropped.
 */
export function classifyOutcomes<Message extends ActivityMessage>(
  messages: Message[],
  { fresh, stored, refused, repeated = [] }: StoreResult,
): ClassifiedMessage<Message>[] {
  // The usual case.
  if (stored.length === messages.length) return messages.map((message) => ({ message, outcome: 'stored' }));
  const ends = new Set(repeated.map(endOf));
  const isFresh = new Set(fresh.map(keyOf));
  const isStored = new Set(stored.map(keyOf));
  const isRefused = new Set(refused.map(keyOf));
  return messages.map((message) => {
    const { outcome, analysis_id } = message.value;
    if (outcome === 'duplicate') return { message, outcome };
    if (analysis_id !== undefined) {
      const end = endOf(message.value);
      if (ends.has(end)) return { message, outcome: 'repeated' };
      ends.add(end);
    }
    const key = keyOf(message.value);
    if (!isFresh.delete(key)) return { message, outcome: 'duplicate' };
    if (isStored.has(key)) return { message, outcome: 'stored' };
    return { message, outcome: isRefused.has(key) ? 'refused_by_choice' : (outcome ?? 'erased') };
  });
}

/** Sorted, so that two transactions lock the rows of their counts in the same order. */
export function countOutcomes(messages: ClassifiedMessage<ActivityMessage>[]): HourCounts[] {
  const counts = new Map<string, HourCounts>();
  for (const { message, outcome } of messages) {
    if (outcome === 'repeated') continue;
    const { datamart_id, received_ts } = message.value;
    const hour_ts = hourOf(received_ts);
    const key = `${hour_ts}/${datamart_id}`;
    const own = counts.get(key) ?? { datamart_id, hour_ts, ...noOutcomes };
    own[outcome]++;
    counts.set(key, own);
  }
  return [...counts.values()].sort((a, b) => a.hour_ts - b.hour_ts || compare(a.datamart_id, b.datamart_id));
}

const noOutcomes = { stored: 0, duplicate: 0, erased: 0, refused_by_choice: 0, dropped: 0, dropped_on_error: 0 };

const keyOf = ({ datamart_id, activity_id }: CountedActivity) => `${datamart_id}/${activity_id.toLowerCase()}`;
const endOf = (activity: AnalyzedActivity) => `${keyOf(activity)}/${activity.analysis_id}`;
const compare = (a: string, b: string) => (a < b ? -1 : 1);
