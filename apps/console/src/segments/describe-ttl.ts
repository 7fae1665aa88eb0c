export const ttlUnits = ['minutes', 'hours', 'days'] as const;
export type TtlUnit = (typeof ttlUnits)[number];

const msOf: Record<TtlUnit, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** The largest unit in which a time can be written without a fraction, else seconds or milliseconds. */
export function describeTtl(ms: number | undefined): string {
  if (!ms) return 'never';
  const { amount, unit } = readTtl(ms);
  if (Number.isInteger(amount)) return `after ${counted(amount, unit)}`;
  return ms % 1000 === 0 ? `after ${counted(ms / 1000, 'seconds')}` : `after ${counted(ms, 'milliseconds')}`;
}

/** For the fields of a form. The amount has a fraction if the time is no whole number of minutes. */
export function readTtl(ms: number): { amount: number; unit: TtlUnit } {
  const unit = ttlUnits.findLast((one) => ms % msOf[one] === 0) ?? 'minutes';
  return { amount: ms / msOf[unit], unit };
}

export const ttlMs = (amount: number, unit: TtlUnit): number => Math.round(amount * msOf[unit]);

const counted = (amount: number, unit: string) => `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
