/** `2026-11-23 14:02:07`, in a zone with an IANA name. */
export function formatInstant(ms: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  return `${day} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/** Whether a number can be shown as an instant: JavaScript knows no others. */
export const isInstant = (ms: number): boolean => Number.isFinite(ms) && Math.abs(ms) <= 8.64e15;

/** How long ago an instant was, in the largest unit that fits: `3 min`. */
export function formatAge(ageMs: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1_000],
  ] as const;
  const [unit, size] = units.find(([, ms]) => Math.abs(ageMs) >= ms) ?? (['s', 1_000] as const);
  return `${Math.trunc(ageMs / size)} ${unit}`;
}
