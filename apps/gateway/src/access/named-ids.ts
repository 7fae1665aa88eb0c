import { badData } from '@tributary/contracts/errors';

const tenantIds = ['datamart_id', 'organisation_id', 'community_id'] as const;

/** Tenant ids in a path or a query. The caller needs a role in each of them. */
export type NamedIds = Partial<Record<(typeof tenantIds)[number], string>>;

/** @throws BAD_REQUEST_DATA if an id is not an integer */
export function namedIds(source: unknown): NamedIds {
  const ids: NamedIds = {};
  for (const name of tenantIds) {
    const id = (source as Record<string, unknown>)[name];
    if (id === undefined) continue;
    if (typeof id !== 'string' || !/^-?\d+$/.test(id)) throw badData(`${name}: must be an integer`);
    ids[name] = id;
  }
  return ids;
}
