import type { Caller, CredentialLimits, UserRole } from '@tributary/contracts/admin/access';
import { ApiError } from '@tributary/contracts/errors';
import type { Subject } from '@tributary/contracts/rules/access/user-rights';
import { commonRoles, lowerRole } from '@tributary/security/common-roles';
import type { DirectoryStore } from '@tributary/security/directory.store';
import type { EntityManager } from 'typeorm';

interface NewCredential {
  caller: Caller;
  /** The user of the new token or key, whose row is locked. */
  subject: Subject;
  /** The role and the datamarts that it is made for. */
  purpose: Pick<CredentialLimits, 'role' | 'datamart_ids'>;
}

export interface CredentialRights {
  /**
   * The user who counts as its creator. If a user creates its own, that is the creator of the token that it uses: the user
   * who has made that token may hold it, too.
   */
  created_by: string;
  /** Null for full rights. */
  limits: CredentialLimits | null;
}

/**
 * The rights of a new token or key: never more than those of the token that makes it, and never more later. Only a user
 * who makes it with a token of full rights gets another one of full rights.
 *
 * @throws TOKEN_ERROR if the token that makes it has been revoked, although the gateway has accepted it
 */
export async function rightsOfNewCredential(
  manager: EntityManager,
  directory: DirectoryStore,
  { caller, subject, purpose }: NewCredential,
): Promise<CredentialRights> {
  const isOwn = caller.user_id === subject.id;
  const maker = isOwn ? await findMaker(manager, caller) : { created_by: caller.user_id, limits: limitsOf(caller) };
  const rolesNow = subject.roles.map(({ organisation_id, role }): UserRole => ({ organisation_id, role }));
  const { ceiling: ofMaker, role: highest, datamart_ids: allowed } = maker.limits ?? {};
  const ceiling = isOwn ? ofMaker && commonRoles(ofMaker, rolesNow, (id) => directory.communityOf(id)) : rolesNow;
  const role = purpose.role && highest ? lowerRole(purpose.role, highest) : (purpose.role ?? highest);
  const datamart_ids = allowed
    ? (purpose.datamart_ids ?? allowed).filter((id) => allowed.includes(id))
    : purpose.datamart_ids;
  const limits = { ...(ceiling && { ceiling }), ...(role && { role }), ...(datamart_ids && { datamart_ids }) };
  return { created_by: maker.created_by, limits: Object.keys(limits).length > 0 ? limits : null };
}

/** The limits of the credential that an admin uses, apart from the ceiling: its roles cover those of the user. */
const limitsOf = ({ highest_role, datamart_ids }: Caller): CredentialLimits => ({
  ...(highest_role && { role: highest_role }),
  ...(datamart_ids && { datamart_ids }),
});

async function findMaker(manager: EntityManager, { user_id, token_id }: Caller): Promise<CredentialRights> {
  if (token_id === undefined) return { created_by: user_id, limits: null };
  const [used] = await manager.query<CredentialRights[]>(
    'select created_by::text as created_by, limits from api_tokens where id = $1 and user_id = $2',
    [token_id, user_id],
  );
  if (!used) throw new ApiError('TOKEN_ERROR', 'the API token is revoked');
  return used;
}
