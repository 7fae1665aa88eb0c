import { canonicalJson } from './canonical-json.js';
import { identityOf, pathOf, type Configuration, type Entry, type Problem } from './configuration.js';
import { sections, shapes, type Section } from './shapes.js';

/** A resource of the platform. */
export interface Existing {
  id: string;
  /** As a file has them. Absent ones have no value. */
  fields: Entry;
}

/** The resources of the platform, of the sections of a file and of those that these name. */
export type Platform = ReadonlyMap<Section, readonly Existing[]>;

interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

export interface Change {
  change: 'added' | 'changed' | 'archived' | 'removed';
  section: Section;
  name: string;
  /** Undefined for one that is added. */
  existing?: Existing;
  /** All fields afterwards, without those that have no value. */
  entry: Entry;
  fields: FieldChange[];
}

export interface Plan {
  changes: Change[];
  /** How many resources and selections only `--prune` would end. */
  kept: number;
  problems: Problem[];
}

/** The changes that make the platform as a file says. An absent field stays as it is, an absent section entirely. */
export function planChanges(configuration: Configuration, platform: Platform, prune: boolean): Plan {
  const plan: Plan = { changes: [], kept: 0, problems: [] };
  for (const section of sections) {
    const wanted = configuration.get(section);
    if (wanted) planSection(section, wanted, { existing: platform.get(section) ?? [], prune, plan });
  }
  plan.problems.push(
    ...wrongReferences(configuration, platform, plan.changes),
    ...sharedValues(platform, plan.changes),
  );
  return plan;
}

interface SectionPlan {
  existing: readonly Existing[];
  prune: boolean;
  plan: Plan;
}

function planSection(section: Section, wanted: readonly Entry[], { existing, prune, plan }: SectionPlan): void {
  const byName = Map.groupBy(existing, ({ fields }) => identityOf(section, fields));
  wanted.forEach((entry, index) => {
    const name = identityOf(section, entry);
    const path = pathOf(section, index);
    const found = current(byName.get(name) ?? []);
    byName.delete(name);
    if (found.length > 1)
      plan.problems.push({
        path,
        message: `the platform has ${found.length} of this ${shapes[section].identity}: rename all but one`,
      });
    else planEntry({ section, name, path, entry }, found[0], { existing, prune, plan });
  });
  const others = [...byName.values()].flat().filter((other) => mayEnd(section, other));
  if (prune) plan.changes.push(...others.map((other) => endOf(section, other)));
  else plan.kept += others.length;
}

interface Wanted {
  section: Section;
  name: string;
  path: string;
  entry: Entry;
}

function planEntry({ section, name, path, entry }: Wanted, found: Existing | undefined, context: SectionPlan): void {
  const { required = [], fixed = [], merged = [], archives, selections = [] } = shapes[section];
  const { problems, changes } = context.plan;
  const stated: Record<string, unknown> = archives ? { archived: false, ...entry } : { ...entry };
  if (!context.prune)
    for (const field of selections) {
      const missing = missingOf(found?.fields[field], stated[field]);
      context.plan.kept += missing.length;
      if (missing.length > 0) stated[field] = [...(stated[field] as string[]), ...missing];
    }
  const before = found?.fields ?? {};
  for (const field of merged.filter((each) => stated[each] !== undefined))
    stated[field] = { ...(before[field] as Entry), ...(stated[field] as Entry) };
  const fields = Object.keys(stated)
    .filter((field) => !isSame(before[field], stated[field]))
    .map((field) => ({ field, from: before[field], to: stated[field] }));
  const after = withoutNothing({ ...before, ...stated });
  if (!found)
    for (const field of required.filter((each) => after[each] === undefined))
      problems.push({ path: `${path}.${field}`, message: `is required: ${name} does not exist yet` });
  else
    for (const { field, from } of fields.filter((each) => fixed.includes(each.field)))
      problems.push({ path: `${path}.${field}`, message: `cannot change: it is ${JSON.stringify(from)}` });
  if (found && fields.length === 0) return;
  changes.push({
    change: found ? 'changed' : 'added',
    section,
    name,
    ...(found && { existing: found }),
    entry: after,
    fields: found ? fields : [],
  });
}

/** An archived resource is out of the way of one that is not. */
function current(found: readonly Existing[]): readonly Existing[] {
  const active = found.filter(({ fields }) => fields.archived !== true);
  return active.length > 0 ? active : found.slice(0, 1);
}

/** The default compartment always exists. */
const mayEnd = (section: Section, { fields }: Existing) =>
  fields.archived !== true &&
  !(section === 'compartments' && fields.compartment_id === 'default') &&
  section !== 'datamart';

function endOf(section: Section, existing: Existing): Change {
  const { archives } = shapes[section];
  return {
    change: archives ? 'archived' : 'removed',
    section,
    name: identityOf(section, existing.fields),
    existing,
    entry: withoutNothing({ ...existing.fields, ...(archives && { archived: true }) }),
    fields: [],
  };
}

/** Selections that the platform has and the file leaves out. */
function missingOf(existing: unknown, stated: unknown): string[] {
  if (!Array.isArray(existing) || !Array.isArray(stated)) return [];
  return (existing as string[]).filter((each) => !stated.includes(each));
}

/** Names that are those of no resource, nor will be. */
function wrongReferences(configuration: Configuration, platform: Platform, changes: readonly Change[]): Problem[] {
  const names = namesAfter(platform, changes);
  return changes.flatMap(({ section, name, entry, existing, change }) => {
    if (change === 'removed' || change === 'archived') return [];
    const index = configuration.get(section)?.findIndex((each) => identityOf(section, each) === name) ?? 0;
    return Object.entries(shapes[section].references ?? {}).flatMap(([field, other]) => {
      const value = entry[field];
      if (value === undefined || isSame(value, existing?.fields[field])) return [];
      return (Array.isArray(value) ? (value as string[]) : [value as string])
        .filter((each) => !names.get(other)?.has(each))
        .map((each) => ({
          path: `${pathOf(section, index)}.${field}`,
          message: `there is no ${shapes[other].noun} "${each}"`,
        }));
    });
  });
}

function namesAfter(platform: Platform, changes: readonly Change[]): Map<Section, Set<string>> {
  const names = new Map(
    [...platform].map(([section, all]) => [section, new Set(all.map(({ fields }) => identityOf(section, fields)))]),
  );
  for (const { change, section, name } of changes)
    if (change === 'removed') names.get(section)?.delete(name);
    else if (change === 'added') names.get(section)?.add(name);
  return names;
}

/** Values of unique fields that two resources would have. */
function sharedValues(platform: Platform, changes: readonly Change[]): Problem[] {
  return sections.flatMap((section) =>
    (shapes[section].unique ?? []).flatMap((field) => {
      const here = changes.filter((change) => change.section === section);
      const changed = new Set(here.map(({ existing }) => existing));
      const stays = (platform.get(section) ?? []).filter((existing) => !changed.has(existing));
      const after = here.filter(({ change }) => change !== 'removed').map(({ entry }) => entry);
      const all = [...stays.map(({ fields }) => fields), ...after].filter((entry) => entry[field] !== undefined);
      return [...Map.groupBy(all, (entry) => entry[field])]
        .filter(([, sharing]) => sharing.length > 1)
        .map(([value, sharing]) => ({
          path: section,
          message: `${sharing.map((entry) => identityOf(section, entry)).join(' and ')} would have the same ${field} ${JSON.stringify(value)}`,
        }));
    }),
  );
}

/** Null removes a value, so it is as absent. */
const withoutNothing = (entry: Entry): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null && value !== undefined));

const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);
