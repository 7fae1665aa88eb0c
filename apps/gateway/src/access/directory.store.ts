import { Injectable } from '@nestjs/common';
import type { DirectoryChanged, Caller, Role } from '@tributary/contracts/access';
import { covers } from '@tributary/contracts/access';

/** Who owns which datamart: what the gateway needs to tell whether a caller may name it. */
@Injectable()
export class DirectoryStore {
  private readonly organisations = new Map<string, string>();
  private readonly communities = new Map<string, string>();

  apply(entry: DirectoryChanged): void {
    if (entry.kind === 'datamart') this.organisations.set(entry.id, entry.organisation_id);
    else this.communities.set(entry.id, entry.community_id);
  }

  /** `key` is the topic's: `<kind>/<id>`. */
  forget(key: string): void {
    const [kind, id = ''] = key.split('/');
    (kind === 'datamart' ? this.organisations : this.communities).delete(id);
  }

  /** False also for a datamart that does not exist, so that nobody learns which do. */
  mayUseDatamart(caller: Caller, datamart_id: string, needed: Role): boolean {
    const organisation_id = this.organisations.get(datamart_id);
    return organisation_id !== undefined && this.mayUseOrganisation(caller, organisation_id, needed);
  }

  /** A community admin holds the role in one organisation and may use all of its community. */
  mayUseOrganisation({ roles }: Caller, organisation_id: string, needed: Role): boolean {
    const community_id = this.communities.get(organisation_id);
    return roles.some(
      (held) =>
        (held.organisation_id === organisation_id && covers(held.role, needed)) ||
        (held.role === 'COMMUNITY_ADMIN' &&
          community_id !== undefined &&
          this.communities.get(held.organisation_id) === community_id),
    );
  }
}
