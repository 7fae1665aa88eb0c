const units = [
  [86_400, 'day', 'd'],
  [3_600, 'hour', 'h'],
  [60, 'minute', 'min'],
  [1, 'second', 's'],
] as const;

/** A number of calls per second in words: `50 calls per second`, `one call every 2 s`. */
export function wordsOfRate(max_qps: number): string {
  if (!(max_qps > 0) || !Number.isFinite(max_qps)) return '';
  if (max_qps === 1) return 'one call per second';
  if (max_qps > 1) return `${short(max_qps)} calls per second`;
  const seconds = 1 / max_qps;
  // Rounded as it will be written: 1/60 may be a little less than a minute.
  const [size, name, symbol] = units.find(([one]) => Number(short(seconds)) >= one) ?? units[3];
  const count = short(seconds / size);
  return count === '1' ? `one call per ${name}` : `one call every ${count} ${symbol}`;
}

/** With three digits that count, as in `33.3`. */
function short(value: number): string {
  const digits = value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
  return digits.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 3 });
}
