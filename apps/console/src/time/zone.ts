import { isTimeZone } from '@tributary/contracts/rules/time-units';

/** `local` is the viewer's zone. `datamart` is the `time_zone` of the datamart. */
const zones = ['local', 'utc', 'datamart'] as const;
export type Zone = (typeof zones)[number];

/** A zone of the address. By default instants are in the viewer's zone, and days of reports in that of the datamart. */
export const readZone = (value: unknown): Zone | undefined => zones.find((zone) => zone === value);

/** The IANA name of a zone. An unknown name of a datamart becomes UTC. */
export function zoneName(zone: Zone, datamartZone: string | undefined): string {
  if (zone === 'utc') return 'UTC';
  if (zone === 'local') return Intl.DateTimeFormat().resolvedOptions().timeZone;
  return datamartZone && isTimeZone(datamartZone) ? datamartZone : 'UTC';
}

/** The names of time zones that the browser knows, UTC first. A datamart may have one of another spelling, like Etc/UTC. */
export function timeZones(current?: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', ...(current ? [current] : []), ...known])];
}
