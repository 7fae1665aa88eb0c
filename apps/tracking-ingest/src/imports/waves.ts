/**
 * Splits a sequence into waves that can be done one after the other, everything within a wave at once and in any order
 * of its kinds: what concerns the same key keeps its order, for a wave never holds two kinds of one key.
 */
export function wavesOf<T>(items: T[], keyOf: (item: T) => string, kindOf: (item: T) => string): T[][] {
  const last = new Map<string, { wave: number; kind: string }>();
  const waves: T[][] = [];
  for (const item of items) {
    const [key, kind] = [keyOf(item), kindOf(item)];
    const before = last.get(key);
    const wave = before ? before.wave + Number(before.kind !== kind) : 0;
    last.set(key, { wave, kind });
    (waves[wave] ??= []).push(item);
  }
  return waves;
}
