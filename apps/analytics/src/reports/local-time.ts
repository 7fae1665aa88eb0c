import type { ZoneOffset } from '@tributary/contracts/rules/report-zone';

/**
 * The local time of `ts`, epoch milliseconds, as SQL that all stores understand.
 *
 * @param offsets of the period of the report, in their order
 */
export function localTime(offsets: readonly ZoneOffset[]): string {
  const [only, ...others] = offsets;
  if (others.length === 0) return only && only.offsetMs !== 0 ? `(ts + ${only.offsetMs})` : 'ts';
  const branches = offsets.map(({ offsetMs, until }) =>
    until === undefined ? `else ${offsetMs}` : `when ts < ${until} then ${offsetMs}`,
  );
  return `(ts + case ${branches.join(' ')} end)`;
}
