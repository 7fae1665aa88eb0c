import { badData } from '@tributary/contracts/errors';

const tenantIds = ['datamart_id', 'organisation_id', 'community_id'] as const;

/** What a path or a query names, and the caller must have a role in. */
export type NamedIds = Partial<Record<(typeof tenantIds)[number], string>>;

/** @throws BAD_REQUEST_DATA for an id that is no integer */
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
