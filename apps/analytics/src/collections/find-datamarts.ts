import type { DirectoryStore } from '@tributary/security/directory.store';
import type { NamedIds } from './find-named-ids.js';

export interface DatamartOwners {
  datamart_id: string;
  organisation_id: string;
  community_id: string;
}

/** The datamarts that match every filter. */
export function findDatamarts(directory: DirectoryStore, named: NamedIds[]): DatamartOwners[] {
  const known = [...directory.datamarts()].map(([datamart_id, organisation_id]) => ({
    datamart_id,
    organisation_id,
    community_id: directory.communityOf(organisation_id),
  }));
  return known.filter(
    (owners): owners is DatamartOwners =>
      owners.community_id !== undefined && named.every(({ owner, ids }) => ids.includes(owners[owner] ?? '')),
  );
}
