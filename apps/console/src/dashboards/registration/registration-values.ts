import type { CreateDashboardData, DashboardRegistration } from '@tributary/client/generated/types.gen';

type Scope = DashboardRegistration['scopes'][number];
export const scopes: readonly { value: Scope; label: string }[] = [
  { value: 'home', label: 'Home: shown on the page Home of every datamart' },
  { value: 'segments', label: 'Segments: shown on the pages of segments' },
  { value: 'builders', label: 'Builders: kept for audience builders, shown only in the list' },
];

/** The fields of a registration that a user edits. */
export interface RegistrationValues {
  title: string;
  scopes: Scope[];
  segment_ids: string[];
  builder_ids: string[];
  archived: boolean;
}

export const valuesOf = (registration: DashboardRegistration | undefined): RegistrationValues => ({
  title: registration?.title ?? '',
  scopes: registration?.scopes ?? [],
  segment_ids: registration?.segment_ids ?? [],
  builder_ids: registration?.builder_ids ?? [],
  archived: registration?.archived ?? false,
});

type Owner = Pick<DashboardRegistration, 'organisation_id' | 'community_id'>;

/** The ids of a scope that is not chosen are left out: they would come back with it. */
export const bodyOf = (values: RegistrationValues, owner: Owner): CreateDashboardData['body'] => ({
  title: values.title.trim(),
  scopes: values.scopes,
  segment_ids: values.scopes.includes('segments') ? values.segment_ids : [],
  builder_ids: values.scopes.includes('builders') ? values.builder_ids : [],
  archived: values.archived,
  organisation_id: owner.organisation_id,
  community_id: owner.community_id,
});

/** Where a dashboard is shown, in words. */
export function describeScopes({ scopes: chosen, segment_ids, builder_ids }: RegistrationValues): string {
  const of = (ids: string[], noun: string) =>
    ids.length === 0 ? `all ${noun}s` : `${ids.length} ${noun}${ids.length > 1 ? 's' : ''}`;
  const words = chosen.map((scope) => {
    if (scope === 'home') return 'Home';
    return scope === 'segments' ? of(segment_ids, 'segment') : of(builder_ids, 'builder');
  });
  return words.join(', ') || 'only in this list';
}
