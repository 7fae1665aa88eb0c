import { InvalidArgumentError } from 'commander';

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** An option that is a date, a time, or how long ago: `2026-11-28`, `2026-11-28T14:00Z`, `90m`. Epoch milliseconds. */
export function parseTime(given: string): number {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(given) ?? [];
  const isDate = /^\d{4}-\d\d/.test(given);
  const ms = number === undefined ? Date.parse(isDate ? given : '') : Date.now() - Number(number) * (units[unit] ?? 0);
  if (Number.isNaN(ms) || ms < 0)
    throw new InvalidArgumentError('It must be a date, a time, or how long ago, as 30s, 90m, 2h or 7d.');
  return ms;
}
