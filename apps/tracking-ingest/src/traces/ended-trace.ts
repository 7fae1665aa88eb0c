import type { ActivityTrace, TraceStep } from '@tributary/contracts/traces/activity-trace';
import type { TraceEntry } from './trace-entry.js';

/** Whether the user point of a stored activity is merged or erased. */
export interface OwnerNow {
  survivor_id: string | null;
  is_erased: boolean;
  /** Null: an older version has erased it. */
  erasure_ts: number | null;
}

/** The activities that came later under the same id. */
export interface KnownDuplicates {
  count: number;
  first_ts: number;
  last_ts: number;
  hash: string | null;
  is_mixed: boolean;
}

interface Later {
  stored_ts: number;
  owner: OwnerNow | undefined;
  duplicates: KnownDuplicates | undefined;
}

/** The trace of an activity that has ended, with what happened to it afterwards. */
export function endedTrace(id: string, entry: TraceEntry, { stored_ts, owner, duplicates }: Later): ActivityTrace {
  const { received_ts: ts, credential, execution_id, steps, user_point_id } = entry;
  const all: TraceStep[] = [
    {
      step: 'ACCEPTED',
      ts,
      source: execution_id === undefined ? 'LIVE' : 'IMPORT',
      ...(credential && { credential }),
      ...(execution_id !== undefined && { execution_id }),
    },
    ...steps,
  ];
  if (user_point_id !== undefined)
    all.push({
      step: 'STORED',
      ts: stored_ts,
      ...(!owner?.is_erased && { user_point_id: owner?.survivor_id ?? user_point_id }),
    });
  const end = all.at(-1)?.step ?? 'ACCEPTED';
  const later: TraceStep[] = [];
  if (owner?.is_erased) later.push({ step: 'ERASED', ts: owner.erasure_ts ?? stored_ts });
  const again = duplicates && countOf(duplicates, entry);
  if (again)
    later.push({ step: 'DUPLICATE', ts: duplicates.last_ts, count: again, different: isDifferent(duplicates, entry) });
  all.push(...later.sort((a, b) => a.ts - b.ts));
  return { id, state: owner?.is_erased ? 'ERASED' : end, steps: all };
}

/**
 * The first may be the message of the activity itself, which was delivered again. Another body cannot be that: another line
 * of the request had it.
 */
const countOf = (known: KnownDuplicates, entry: TraceEntry) =>
  known.first_ts === entry.received_ts && !isOther(known, entry) ? known.count - 1 : known.count;

const isDifferent = (known: KnownDuplicates, entry: TraceEntry) => known.is_mixed || isOther(known, entry);

const isOther = ({ hash }: KnownDuplicates, entry: TraceEntry) =>
  hash !== null && entry.hash !== undefined && hash !== entry.hash;
