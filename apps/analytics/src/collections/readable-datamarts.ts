import type { Caller } from '@tributary/contracts/admin/access';
import type { Access } from '@tributary/security/access';
import type { DirectoryStore } from '@tributary/security/directory.store';

export interface DatamartOwners {
  datamart_id: string;
  organisation_id: string;
  community_id: string;
}

export function readableDatamarts(directory: DirectoryStore, access: Access, caller: Caller): DatamartOwners[] {
  const readable: DatamartOwners[] = [];
  for (const [datamart_id, organisation_id] of directory.datamarts()) {
    const community_id = directory.communityOf(organisation_id);
    if (community_id !== undefined && access.mayUseDatamart(caller, datamart_id, 'READER'))
      readable.push({ datamart_id, organisation_id, community_id });
  }
  return readable;
}
