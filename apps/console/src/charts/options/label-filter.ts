import type { LabelFilter } from '@tributary/dashboards/options/chart-options';
import type { TemplateValues } from './fill-template.js';

/** Whether a point gets its label. Without a filter, and for a property that no point has, all do. */
export function passesFilter(filter: LabelFilter | undefined, values: TemplateValues): boolean {
  const actual = filter && propertyOf(filter.property, values);
  if (!filter || actual === undefined || actual === null) return true;
  switch (filter.operator) {
    case '>':
      return actual > filter.value;
    case '>=':
      return actual >= filter.value;
    case '<':
      return actual < filter.value;
    case '<=':
      return actual <= filter.value;
    case '==':
    case '===':
      return actual === filter.value;
    case '!=':
    case '!==':
      return actual !== filter.value;
  }
}

function propertyOf(property: string, { y, percentage, count }: TemplateValues): number | null | undefined {
  if (property === 'y' || property === 'value') return y;
  if (property === 'percentage') return percentage;
  return property === 'count' ? (count ?? y) : undefined;
}
