/** How a total differs from that of the period before: `+12 %`, `−3 %`; `as before`, or `none before`. */
export function printChange(now: number, before: number): string {
  if (now === before) return 'as before';
  if (before === 0) return 'none before';
  const percent = Math.round((100 * (now - before)) / Math.abs(before));
  if (percent === 0) return 'nearly as before';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en')} %`;
}
