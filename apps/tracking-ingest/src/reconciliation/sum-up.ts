import { hourMs } from '@tributary/contracts/rules/time-units';
import { activityOutcomes } from './count-outcomes.js';

export const states = ['accepted', 'uncertain', ...activityOutcomes, 'rejected'] as const;
type StateCounts = Record<(typeof states)[number], number>;

/** The activities that gateways received for a datamart in an hour, and their outcomes. */
export interface ReconciliationRow extends StateCounts {
  datamart_id: string;
  hour_ts: number;
  /** Accepted minus all outcomes. Positive: in flight or lost. Negative: more arrived than gateways reported. */
  difference: number;
}

export interface ReconciliationSummary {
  totals: StateCounts;
  /** Accepted and without an outcome, in all hours. */
  in_flight: number;
  /** Accepted and without an outcome, in completed hours. */
  missing: number;
  /** With an outcome in completed hours, and neither accepted, uncertain nor replayed from the dead letters. */
  surplus: number;
  /** The datamarts with missing or surplus activities, the largest difference first. */
  worst: { datamart_id: string; difference: number }[];
}

/**
 * An hour is complete this long after its end: by then all its activities have an outcome, unless consumers lag. In datamarts
 * with activity analyzers, activities may wait for the analysis before that.
 */
const completeAfterMs = 10 * 60_000;
/** Limits the series of the metric: there may be many datamarts. */
const maxWorst = 10;

/** @param maxWaitMs how long activities of a datamart may wait for the analysis */
export function sumUp(
  rows: ReconciliationRow[],
  now: number,
  maxWaitMs: (datamart_id: string) => number,
): ReconciliationSummary {
  const totals = Object.fromEntries(states.map((state) => [state, 0])) as ReconciliationSummary['totals'];
  const sum: ReconciliationSummary = { totals, in_flight: 0, missing: 0, surplus: 0, worst: [] };
  const differences = new Map<string, number>();
  for (const row of rows) {
    for (const state of states) totals[state] += row[state];
    sum.in_flight += Math.max(row.difference, 0);
    const difference = unexplainedDifference(row);
    // The difference first: few rows have one, and to look up the analyzers of a datamart costs more.
    if (difference === 0 || row.hour_ts + hourMs + completeAfterMs + maxWaitMs(row.datamart_id) > now) continue;
    sum.missing += Math.max(difference, 0);
    sum.surplus += Math.max(-difference, 0);
    differences.set(row.datamart_id, (differences.get(row.datamart_id) ?? 0) + difference);
  }
  const worst = Array.from(differences, ([datamart_id, difference]) => ({ datamart_id, difference }));
  worst.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (a.datamart_id < b.datamart_id ? -1 : 1));
  return { ...sum, worst: worst.slice(0, maxWorst) };
}

/** A replayed dead letter counts twice: as rejected, and by its later outcome. */
function unexplainedDifference({ difference, uncertain, rejected }: ReconciliationRow): number {
  return difference >= 0 ? difference : Math.min(difference + uncertain + rejected, 0);
}
