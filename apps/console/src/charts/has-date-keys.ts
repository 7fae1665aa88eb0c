import type { Dataset } from '@tributary/dashboards/content/dataset';

/** Whether the keys of a dataset are dates: those of its first report, unless a transformation makes others. */
export function hasDateKeys(dataset: Dataset): boolean {
  if (dataset.kind === 'report') return dataset.query.dimensions[0]?.startsWith('date_') ?? false;
  if (dataset.kind !== 'transformation' || dataset.type === 'to-list') return false;
  const [first] = dataset.sources;
  return first !== undefined && hasDateKeys(first);
}
