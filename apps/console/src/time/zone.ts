import { isTimeZone } from '@tributary/contracts/rules/is-time-zone';

/** `local` is the viewer's zone. `datamart` is the `time_zone` of the datamart. */
export const zones = ['local', 'utc', 'datamart'] as const;
export type Zone = (typeof zones)[number];

/** A zone of the address. The default, `local`, is not written there. */
export const readZone = (value: unknown): Exclude<Zone, 'local'> | undefined =>
  value === 'utc' || value === 'datamart' ? value : undefined;

/** The IANA name of a zone. An unknown name of a datamart becomes UTC. */
export function zoneName(zone: Zone, datamartZone: string | undefined): string {
  if (zone === 'utc') return 'UTC';
  if (zone === 'local') return Intl.DateTimeFormat().resolvedOptions().timeZone;
  return datamartZone && isTimeZone(datamartZone) ? datamartZone : 'UTC';
}
