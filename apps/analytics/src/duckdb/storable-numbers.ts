/** Beyond it sums of a trillion amounts would not fit a DECIMAL(38, 6). */
const maxWhole = 10n ** 20n;

/** A count or a duration as a column holds it: 0 without one. */
export function countable(value = 0): bigint {
  return BigInt(Math.min(Math.max(Math.trunc(value), 0), Number.MAX_SAFE_INTEGER));
}

/** An amount as a column holds it: decimal text, at most 10^20 away from 0; null without one. */
export function storableAmount(amount: string | undefined): string | null {
  if (amount === undefined) return null;
  const whole = BigInt(/^-?\d+/.exec(amount)?.[0] ?? 0);
  if (whole >= maxWhole) return String(maxWhole);
  return whole <= -maxWhole ? String(-maxWhole) : amount;
}
