/** How a number differs from the one before, in words. */
export function describeChange(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'none in 14 days' : 'none in the 7 days before';
  const percent = Math.round((100 * (now - before)) / before);
  if (percent === 0) return 'as in the 7 days before';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en')} % on the 7 days before`;
}
