import type { Pick } from '@tributary/dashboards/queries/pick-value';
import type { AppliedFragment } from '@tributary/dashboards/filters/apply-selections';

const most = 10;

/** The values that were picked in the charts of a dashboard, in the address. What is malformed is left out. */
export function readPicks(value: unknown): Pick[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).slice(0, most).flatMap((each): Pick[] => {
    const { dimension, value: picked } = (each ?? {}) as Partial<Record<keyof Pick, unknown>>;
    const isNamed = typeof dimension === 'string' && /^\w{1,100}$/.test(dimension);
    return isNamed && typeof picked === 'string' ? [{ dimension, value: picked.slice(0, 1_000).toWellFormed() }] : [];
  });
}

/** One more; a newer value of a dimension replaces the one before. */
export const addPick = (picks: readonly Pick[], pick: Pick): Pick[] => [
  ...picks.filter(({ dimension }) => dimension !== pick.dimension).slice(1 - most),
  pick,
];

/** The filters that they add to each report of activities. */
export function fragmentsOf(picks: readonly Pick[]): AppliedFragment[] {
  if (picks.length === 0) return [];
  const filters = picks.map(({ dimension, value }) => ({
    dimension_name: dimension,
    operator: 'EXACT' as const,
    expressions: [value],
  }));
  return [{ type: 'activities_analytics', filters }];
}
