/** The names of time zones that the browser knows, UTC first. A datamart may have one of another spelling, like Etc/UTC. */
export function timeZones(current?: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', ...(current ? [current] : []), ...known])];
}
