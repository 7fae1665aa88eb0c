import type { Caller } from '@tributary/contracts/admin/access';
import type { TenantFilter } from '@tributary/contracts/tenant-list-query';
import { Raw, type FindOperator } from 'typeorm';

/** Organisations in which the caller has a role, and all organisations of communities that the caller administers. */
export function visibleTo(caller: Caller, filter: TenantFilter = {}): FindOperator<string> {
  return Raw(
    (column) => `${column} in (${visibleOrganisations})`,
    visibilityOf(caller, filter),
  ) as FindOperator<string>;
}

/** The same condition as SQL; `visibilityOf` provides its named parameters. */
export const visibleOrganisations = `
  select id from organisations
  where (id = any(cast(:held as bigint[])) or community_id in (
      select community_id from organisations where id = any(cast(:administered as bigint[]))))
    and id = coalesce(cast(:only_organisation as bigint), id)
    and community_id = coalesce(cast(:only_community as bigint), community_id)`;

export function visibilityOf({ roles }: Caller, { organisation_id, community_id }: TenantFilter = {}) {
  const administered = roles.filter(({ role }) => role === 'COMMUNITY_ADMIN');
  return {
    held: roles.map((held) => held.organisation_id),
    administered: administered.map((held) => held.organisation_id),
    only_organisation: organisation_id ?? null,
    only_community: community_id ?? null,
  };
}
