import type { Caller } from '@tributary/contracts/access';
import { IntegerId } from '@tributary/http/ids';
import { ListQuery } from '@tributary/http/list-query';
import { Raw, type FindOperator } from 'typeorm';
import { z } from 'zod';

/** Narrows a list to one organisation, or to those of one community. */
const TenantFilter = z.object({ organisation_id: IntegerId.optional(), community_id: IntegerId.optional() });
type TenantFilter = z.infer<typeof TenantFilter>;

export const TenantListQuery = ListQuery.extend(TenantFilter.shape);
export type TenantListQuery = z.infer<typeof TenantListQuery>;

/** Organisations in which the caller has a role; an admin of a community has one in all of its organisations. */
export function visibleTo(caller: Caller, filter: TenantFilter = {}): FindOperator<string> {
  return Raw(
    (column) => `${column} in (${visibleOrganisations})`,
    visibilityOf(caller, filter),
  ) as FindOperator<string>;
}

/** The same as SQL, with parameters by these names. */
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
