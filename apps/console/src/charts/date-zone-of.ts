import type { Dataset } from '@tributary/dashboards/content/dataset';

/**
 * The time zone of a dataset's keys, if they are dates: those of its first report, unless a transformation makes others.
 *
 * @param pageZone the zone of reports that name none
 */
export function dateZoneOf(dataset: Dataset, pageZone: string): string | undefined {
  if (dataset.kind === 'report') {
    const { dimensions, timeZone = pageZone } = dataset.query;
    // Instants, which are written in UTC.
    if (dimensions[0] === 'date_time') return 'UTC';
    return dimensions[0]?.startsWith('date_') ? timeZone : undefined;
  }
  if (dataset.kind !== 'transformation' || dataset.type === 'to-list') return undefined;
  const [first] = dataset.sources;
  return first && dateZoneOf(first, pageZone);
}
