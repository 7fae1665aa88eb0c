import { hourMs } from '@tributary/contracts/activities-accepted';

/** What was accepted of a datamart in an hour, and what became of it. */
export interface BalanceRow {
  datamart_id: string;
  hour_ts: number;
  accepted: number;
  unsure: number;
  stored: number;
  duplicate: number;
  erased: number;
  rejected: number;
  /** Accepted, and not come to an end: in flight, or lost; negative when more came than was told of. */
  difference: number;
}

export const states = ['accepted', 'unsure', 'stored', 'duplicate', 'erased', 'rejected'] as const;

export interface BalanceSum {
  totals: Record<(typeof states)[number], number>;
  /** Of all hours. */
  in_flight: number;
  /** Of hours that are over: accepted, and nowhere. */
  missing: number;
  /** Of hours that are over: here, and neither accepted, nor perhaps accepted, nor given back from the dead letters. */
  surplus: number;
  /** Those datamarts whose hours do not balance, the worst first. */
  worst: { datamart_id: string; difference: number }[];
}

/** What was accepted in the last second of an hour has come to an end by then, unless consumers are behind. */
const settledAfterMs = 10 * 60_000;
/** A metric must not have a series for each of many datamarts. */
const maxWorst = 10;

export function sumUp(rows: BalanceRow[], now: number): BalanceSum {
  const totals = { accepted: 0, unsure: 0, stored: 0, duplicate: 0, erased: 0, rejected: 0 };
  const sum: BalanceSum = { totals, in_flight: 0, missing: 0, surplus: 0, worst: [] };
  const differences = new Map<string, number>();
  for (const row of rows) {
    for (const state of states) totals[state] += row[state];
    sum.in_flight += Math.max(row.difference, 0);
    if (row.hour_ts + hourMs + settledAfterMs > now) continue;
    const imbalance = imbalanceOf(row);
    sum.missing += Math.max(imbalance, 0);
    sum.surplus += Math.max(-imbalance, 0);
    if (imbalance !== 0) differences.set(row.datamart_id, (differences.get(row.datamart_id) ?? 0) + imbalance);
  }
  const worst = Array.from(differences, ([datamart_id, difference]) => ({ datamart_id, difference }));
  worst.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (a.datamart_id < b.datamart_id ? -1 : 1));
  return { ...sum, worst: worst.slice(0, maxWorst) };
}

/** A dead letter that was given back counts twice: as rejected, and as what became of it then. */
function imbalanceOf({ difference, unsure, rejected }: BalanceRow): number {
  return difference >= 0 ? difference : Math.min(difference + unsure + rejected, 0);
}
