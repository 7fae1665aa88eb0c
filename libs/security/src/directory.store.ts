import { Injectable } from '@nestjs/common';
import type { DirectoryChanged } from '@tributary/contracts/admin/access';

/** An app's in-memory copy of the directory: the organisation of each datamart, the community of each organisation. */
@Injectable()
export class DirectoryStore {
  private readonly organisations = new Map<string, string>();
  private readonly communities = new Map<string, string>();

  apply(entry: DirectoryChanged): void {
    if (entry.kind === 'datamart') this.organisations.set(entry.id, entry.organisation_id);
    else this.communities.set(entry.id, entry.community_id);
  }

  /** Removes an entry. @param key the message key, `<kind>/<id>` */
  forget(key: string): void {
    const [kind, id = ''] = key.split('/');
    (kind === 'datamart' ? this.organisations : this.communities).delete(id);
  }

  organisationOf(datamart_id: string): string | undefined {
    return this.organisations.get(datamart_id);
  }

  communityOf(organisation_id: string): string | undefined {
    return this.communities.get(organisation_id);
  }

  /** Every datamart with its organisation. */
  datamarts(): Iterable<[datamart_id: string, organisation_id: string]> {
    return this.organisations.entries();
  }
}
