import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { covers, type Role } from '@tributary/contracts/rules/access/roles';
import { forbidden, notFound, type ApiError } from '@tributary/contracts/errors';
import { DirectoryStore } from './directory.store.js';

/**
 * Authorization: which caller may use which organisation, datamart and community. If a request names one in which the
 * caller has no role, it is forbidden, whether it exists or not. Any other resource that the caller cannot see is not found.
 */
@Injectable()
export class Access {
  constructor(private readonly directory: DirectoryStore) {}

  /** A credential that was made for some datamarts acts nowhere else. */
  mayUseOrganisation(caller: Caller, organisation_id: string, needed: Role): boolean {
    return caller.datamart_ids === undefined && this.holdsRole(caller, organisation_id, needed);
  }

  /** A community admin holds its role in one organisation. The role covers every organisation of the community. */
  private holdsRole({ roles, highest_role }: Caller, organisation_id: string, needed: Role): boolean {
    if (highest_role !== undefined && !covers(highest_role, needed)) return false;
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
    if (caller.datamart_ids && !caller.datamart_ids.includes(datamart_id)) return false;
    return organisation_id !== undefined && this.holdsRole(caller, organisation_id, needed);
  }

  /** A role in any organisation of a community allows reading the community. Only a community admin may do more. */
  mayUseCommunity({ roles, highest_role, datamart_ids }: Caller, community_id: string, needed: Role): boolean {
    if (datamart_ids || (highest_role !== undefined && !covers(highest_role, needed))) return false;
    return roles.some(
      ({ organisation_id, role }) =>
        this.directory.communityOf(organisation_id) === community_id &&
        (needed === 'READER' || role === 'COMMUNITY_ADMIN'),
    );
  }

  /**
   * For a request whose body names the organisation. The check runs before the body is parsed.
   * @throws AUTHORIZATION_ERROR if the caller has the role in no organisation
   */
  requireSomewhere(caller: Caller, needed: Role): void {
    if (!caller.roles.some(({ organisation_id }) => this.mayUseOrganisation(caller, organisation_id, needed)))
      throw refusalOf(caller);
  }

  /** For an id in a path, query or body. @throws AUTHORIZATION_ERROR */
  requireOrganisation(caller: Caller, organisation_id: string, needed: Role): void {
    if (!this.mayUseOrganisation(caller, organisation_id, needed)) throw refusalOf(caller);
  }

  /** @throws AUTHORIZATION_ERROR */
  requireDatamart(caller: Caller, datamart_id: string, needed: Role): void {
    if (!this.mayUseDatamart(caller, datamart_id, needed)) throw refusalOf(caller);
  }

  /** @throws AUTHORIZATION_ERROR */
  requireCommunity(caller: Caller, community_id: string, needed: Role): void {
    if (!this.mayUseCommunity(caller, community_id, needed)) throw refusalOf(caller);
  }

  /**
   * For a resource found by its own id. A caller without a role in its organisation must not learn that it exists.
   * @throws RESOURCE_NOT_FOUND, or AUTHORIZATION_ERROR for a role that is too low
   */
  requireResource(caller: Caller, { organisation_id }: { organisation_id: string }, needed: Role): void {
    if (caller.datamart_ids) throw refusalOf(caller);
    if (!this.mayUseOrganisation(caller, organisation_id, 'READER')) throw notFound();
    this.requireOrganisation(caller, organisation_id, needed);
  }

  /** The same for a resource of a community. @throws RESOURCE_NOT_FOUND, AUTHORIZATION_ERROR */
  requireCommunityResource(caller: Caller, { community_id }: { community_id: string }, needed: Role): void {
    if (caller.datamart_ids) throw refusalOf(caller);
    if (!this.mayUseCommunity(caller, community_id, 'READER')) throw notFound();
    this.requireCommunity(caller, community_id, needed);
  }
}

/** Says what limits the credential: it, not the user, may be what lacks the role. */
export function refusalOf({ datamart_ids, highest_role, lacks_later_roles }: Caller): ApiError {
  if (datamart_ids ?? highest_role) {
    const limits = [
      ...(highest_role ? [`as ${highest_role} at most`] : []),
      ...(datamart_ids ? [`in these datamarts only: ${datamart_ids.join(', ')}`] : []),
    ];
    return forbidden(`The credential may act ${limits.join(', and ')}`);
  }
  if (lacks_later_roles)
    return forbidden(
      'The credential was made before its user got further roles, which it does not have: make another one',
    );
  return forbidden();
}
