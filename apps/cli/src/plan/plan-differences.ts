import type { TrackingPlan } from '@tributary/client/generated/types.gen';
import { canonicalJson } from '../configuration/model/canonical-json.js';

export type PlannedType = TrackingPlan['event_types'][number];

/** How one plan differs from another, by event types. */
export interface PlanDifference {
  name: string;
  change: 'added' | 'removed' | 'changed';
  /** Its fields that differ, if it is changed. */
  fields: string[];
}

const fields = ['description', 'status', 'schema', 'on_violation'] as const;

/** The differences in the order of the names. An absent `on_violation` is COUNT. */
export function planDifferences(before: readonly PlannedType[], after: readonly PlannedType[]): PlanDifference[] {
  const [old, planned] = [byName(before), byName(after)];
  const all = [...new Set([...old.keys(), ...planned.keys()])].toSorted();
  return all.flatMap((name): PlanDifference[] => {
    const [from, to] = [old.get(name), planned.get(name)];
    if (!from) return [{ name, change: 'added', fields: [] }];
    if (!to) return [{ name, change: 'removed', fields: [] }];
    const changed = fields.filter((field) => textOf(from, field) !== textOf(to, field));
    return changed.length > 0 ? [{ name, change: 'changed', fields: changed }] : [];
  });
}

const byName = (types: readonly PlannedType[]) => new Map(types.map((type) => [type.name, type]));

function textOf(type: PlannedType, field: (typeof fields)[number]): string | undefined {
  const value = type[field] ?? (field === 'on_violation' ? 'COUNT' : undefined);
  return value === undefined ? undefined : canonicalJson(value);
}
