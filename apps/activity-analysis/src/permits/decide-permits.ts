import type { Limit } from './limits-of.js';

/** A limit, and the calls that it has counted so far. All times are of one clock, epoch milliseconds. */
export interface LimitState {
  limit: Limit;
  now: number;
  /** When the next call is due; GCRA's theoretical arrival time. */
  arrival: number;
  inProgress: number;
}

export interface PermitDecision {
  /** How many calls may start now. */
  granted: number;
  /** Without any: the limit that refused, and how long it refuses at least; undefined until a call ends. */
  refusal?: { throttling_id: string; waitMs?: number };
}

/** Above this rate one decision grants several permits: a transaction for each would be too slow. */
const singleGrantQps = 100;
/**
 * How much of the time that a decision came late the next call makes up for, at most: of what a decision
 * may grant, and in milliseconds. Less than an interval adds no call to any window. A busy machine is late by tens of milliseconds.
 */
const maxMadeUp = { share: 0.9, ms: 100 };

/**
 * Whether up to `wanted` calls may start now. All limits must grant a call.
 *
 * A rate is a generic cell rate algorithm with a burst of one call: calls start at least `1 / max_qps` apart. Decisions come
 * some milliseconds late, which would add up to a lower rate, so a call may start that much earlier after its
 * predecessor: in any 10 s at most `10 * max_qps + 1` calls start (above 100/s: `10 * max_qps + max_qps / 10`).
 */
export function decidePermits(states: LimitState[], wanted: number): PermitDecision {
  let decision: PermitDecision = { granted: wanted };
  for (const state of states) {
    const own = decideAlone(state, wanted);
    if (own.granted === 0 && decision.granted === 0) decision = longerRefusal(decision, own);
    else if (own.granted < decision.granted) decision = own;
  }
  return decision;
}

/** The arrival time after so many calls have started. */
export function nextArrival({ limit, now, arrival }: LimitState, started: number): number {
  if (limit.max_qps === undefined) return arrival;
  const intervalMs = 1_000 / limit.max_qps;
  const madeUpMs = Math.min(maxAheadMs(limit.max_qps) * maxMadeUp.share, maxMadeUp.ms);
  return Math.max(arrival, now - madeUpMs) + started * intervalMs;
}

function decideAlone({ limit, now, arrival, inProgress }: LimitState, wanted: number): PermitDecision {
  const { throttling_id, max_concurrency = Infinity, max_qps } = limit;
  let granted = Math.max(0, Math.min(wanted, max_concurrency - inProgress));
  if (granted === 0) return { granted, refusal: { throttling_id } };
  if (max_qps === undefined) return { granted };
  const waitMs = arrival - now;
  if (waitMs > 0) return { granted: 0, refusal: { throttling_id, waitMs } };
  granted = Math.min(granted, grantsOf(max_qps));
  return { granted };
}

const grantsOf = (max_qps: number) => (max_qps <= singleGrantQps ? 1 : Math.floor(max_qps / 20));

/** How far ahead of the clock a decision can set the arrival time, milliseconds. */
export const maxAheadMs = (max_qps: number) => (grantsOf(max_qps) * 1_000) / max_qps;

/** A refusal that ends with a call in progress has no time: it is looked at again whenever a call ends. */
function longerRefusal(one: PermitDecision, other: PermitDecision): PermitDecision {
  const [a, b] = [one.refusal?.waitMs, other.refusal?.waitMs];
  if (a === undefined) return other;
  return b === undefined || b <= a ? one : other;
}
