/**
 * Splits a sequence into rounds to be done one after the other. Within a round, each kind can be done at once, in any order
 * of kinds. A round has at most one kind per key, so the order of each key is kept.
 */
export function roundsInKeyOrder<T>(items: T[], keyOf: (item: T) => string, kindOf: (item: T) => string): T[][] {
  const last = new Map<string, { round: number; kind: string }>();
  const rounds: T[][] = [];
  for (const item of items) {
    const [key, kind] = [keyOf(item), kindOf(item)];
    const before = last.get(key);
    const round = before ? before.round + Number(before.kind !== kind) : 0;
    last.set(key, { round, kind });
    (rounds[round] ??= []).push(item);
  }
  return rounds;
}
