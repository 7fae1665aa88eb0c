import { badData } from '@tributary/contracts/errors';
import { z } from 'zod';

/** A duration in the notation of the reports' date expressions: `12M` is twelve months, `90d` ninety days. */
export interface Lifetime {
  amount: number;
  unit: Unit;
}

type Unit = 'y' | 'M' | 'w' | 'd' | 'h' | 'm' | 's';

const unitMs: Partial<Record<Unit, number>> = {
  w: 7 * 24 * 3_600_000,
  d: 24 * 3_600_000,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
};

/** Maximum lifetime of a token or key. */
const longest: Lifetime = { amount: 24, unit: 'M' };
/** The two years after this day have no 29 February, so the maximum is 730 days. */
const ordinaryDay = Date.UTC(2025, 0, 1);

export const TokenLifetime = z
  .string()
  .regex(/^[1-9]\d{0,7}[yMwdhms]$/, 'must be a number and a unit of y, M, w, d, h, m, s, like 12M')
  .transform((text): Lifetime => ({ amount: Number(text.slice(0, -1)), unit: text.slice(-1) as Unit }))
  .refine(
    (lifetime) => expirationAfter(ordinaryDay, lifetime) <= expirationAfter(ordinaryDay, longest),
    'must be 24 months (24M) at most',
  );

/** End of a lifetime that starts now, epoch milliseconds. Months and years end on the same day of the month, or its last. */
export function expirationAfter(now: number, { amount, unit }: Lifetime): number {
  const ms = unitMs[unit];
  return ms === undefined ? addMonths(now, unit === 'y' ? 12 * amount : amount) : now + amount * ms;
}

/**
 * The end of a new token. @param wanted epoch milliseconds
 * @throws BAD_REQUEST_DATA unless that is in the future, at most 24 months ahead
 */
export function expirationOf(wanted: number | undefined, lifetime: Lifetime, now: number): number {
  if (wanted === undefined) return expirationAfter(now, lifetime);
  if (wanted <= now) throw badData('expiration_ts: must be in the future');
  if (wanted > expirationAfter(now, longest)) throw badData('expiration_ts: must be at most 24 months ahead');
  return wanted;
}

function addMonths(now: number, months: number): number {
  const date = new Date(now);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(dayOfMonth, daysInMonth));
}
