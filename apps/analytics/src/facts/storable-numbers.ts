/** Limits amounts so that the sum of a trillion of them fits a DECIMAL(38, 6). */
const maxWhole = 10n ** 20n;

/** A count or a duration as stored: a non-negative safe integer; 0 if it is missing. */
export function countable(value = 0): bigint {
  return BigInt(Math.min(Math.max(Math.trunc(value), 0), Number.MAX_SAFE_INTEGER));
}

/** An amount as stored: decimal text between -10^20 and 10^20; null if it is missing. */
export function storableAmount(amount: string | undefined): string | null {
  if (amount === undefined) return null;
  const whole = BigInt(/^-?\d+/.exec(amount)?.[0] ?? 0);
  if (whole >= maxWhole) return String(maxWhole);
  return whole <= -maxWhole ? String(-maxWhole) : amount;
}
