/** How a number differs from that of the time before, in words. */
export function describeChange(now: number, before: number, of = 'the 7 days before'): string {
  if (before === 0) return now === 0 ? 'none in both periods' : `none in ${of}`;
  const percent = Math.round((100 * (now - before)) / Math.abs(before));
  if (percent === 0) return `as in ${of}`;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en')} % on ${of}`;
}
