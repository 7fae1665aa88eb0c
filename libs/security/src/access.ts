import { Injectable } from '@nestjs/common';
import { covers, type Caller, type Role } from '@tributary/contracts/access';
import { forbidden, notFound } from '@tributary/contracts/errors';
import { DirectoryStore } from './directory.store.js';

/**
 * The one place that knows who may do what where. An organisation, datamart or community that a request names and the
 * caller has no role in is forbidden, whether it exists or not; any other resource the caller cannot see is not found.
 */
@Injectable()
export class Access {
  constructor(private readonly directory: DirectoryStore) {}

  /** A community admin holds the role in one organisation and may use all of its community. */
  mayUseOrganisation({ roles }: Caller, organisation_id: string, needed: Role): boolean {
    const community_id = this.directory.communityOf(organisation_id);
    return roles.some(
      (held) =>
        (held.organisation_id === organisation_id && covers(held.role, needed)) ||
        (held.role === 'COMMUNITY_ADMIN' &&
          community_id !== undefined &&
          this.directory.communityOf(held.organisation_id) === community_id),
    );
  }

  mayUseDatamart(caller: Caller, datamart_id: string, needed: Role): boolean {
    const organisation_id = this.directory.organisationOf(datamart_id);
    return organisation_id !== undefined && this.mayUseOrganisation(caller, organisation_id, needed);
  }

  /** A role in any of its organisations lets a caller see a community; only its admins may do more. */
  mayUseCommunity({ roles }: Caller, community_id: string, needed: Role): boolean {
    return roles.some(
      ({ organisation_id, role }) =>
        this.directory.communityOf(organisation_id) === community_id &&
        (needed === 'READER' || role === 'COMMUNITY_ADMIN'),
    );
  }

  /** Whoever holds the role nowhere is refused before a body is read that would say where. @throws AUTHORIZATION_ERROR */
  requireSomewhere({ roles }: Caller, needed: Role): void {
    if (!roles.some(({ role }) => covers(role, needed))) throw forbidden();
  }

  /** For ids that a path, query or body names. @throws AUTHORIZATION_ERROR */
  requireOrganisation(caller: Caller, organisation_id: string, needed: Role): void {
    if (!this.mayUseOrganisation(caller, organisation_id, needed)) throw forbidden();
  }

  /** @throws AUTHORIZATION_ERROR */
  requireDatamart(caller: Caller, datamart_id: string, needed: Role): void {
    if (!this.mayUseDatamart(caller, datamart_id, needed)) throw forbidden();
  }

  /** @throws AUTHORIZATION_ERROR */
  requireCommunity(caller: Caller, community_id: string, needed: Role): void {
    if (!this.mayUseCommunity(caller, community_id, needed)) throw forbidden();
  }

  /**
   * For a resource found by its own id: whoever has no role in its organisation must not learn that it exists.
   * @throws RESOURCE_NOT_FOUND, or AUTHORIZATION_ERROR for a role that is too low
   */
  requireResource(caller: Caller, { organisation_id }: { organisation_id: string }, needed: Role): void {
    if (!this.mayUseOrganisation(caller, organisation_id, 'READER')) throw notFound();
    this.requireOrganisation(caller, organisation_id, needed);
  }
}
