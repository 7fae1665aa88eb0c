import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { AuditCredentialKind } from '@tributary/contracts/audit/audit-event';
import { ApiError, notFound } from '@tributary/contracts/errors';
import { DirectoryStore } from '@tributary/security/directory.store';
import type { SignedRequest } from '@tributary/security/signing';
import { SessionUses } from '../sign-in/session-uses.js';
import { CredentialUses } from './credential-uses.js';
import { CredentialsStore, type PluginWorker } from './credentials.store.js';
import { limitedCaller } from './limited-caller.js';
import { hasValidMac, macError } from './signed-request.js';
import { SigningSecrets } from './signing-secrets.js';
import { hasWorkerToken, type WorkerCredential } from './worker-credential.js';

/**
 * The credential of a request: a token, a signature over the request, a collect key, a session, or the id and token of a
 * plugin's worker.
 */
export type Credential =
  | { token: string }
  | { signed: SignedRequest }
  | { collect_key: string }
  | { session: ShownSession }
  | { worker: WorkerCredential };

/** The digest of a session's cookie, and whether the request prolongs the session. */
interface ShownSession {
  sha256: string;
  isUse: boolean;
}

/** Finds the caller behind a credential. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly credentials: CredentialsStore,
    private readonly secrets: SigningSecrets,
    private readonly directory: DirectoryStore,
    private readonly uses: CredentialUses,
    private readonly sessionUses: SessionUses,
  ) {}

  /** @throws TOKEN_ERROR, MAC_ERROR; RESOURCE_NOT_FOUND for a data file that a worker may not read */
  authenticate(credential: Credential): Caller {
    if ('token' in credential) return this.byToken(credential.token);
    if ('session' in credential) return this.bySession(credential.session);
    if ('collect_key' in credential) return this.byCollectKey(credential.collect_key);
    return 'signed' in credential ? this.bySignature(credential.signed) : this.byWorker(credential.worker);
  }

  /** @throws MAC_ERROR if no signature with this key can be valid: it is unknown, expired or revoked */
  requireKey(key_id: string): void {
    const key = this.credentials.findKey(key_id);
    if (!key || !this.credentials.callerOf(key.user_id)) throw macError();
  }

  private byToken(token: string): Caller {
    const caller = this.credentials.findByToken(hash('sha256', token));
    if (!caller) throw new ApiError('TOKEN_ERROR', 'the API token is malformed, unknown, expired or revoked');
    this.uses.see('api_token', caller.token_id);
    return withCredential('API_TOKEN', caller.token_id, limitedCaller(caller, this.directory));
  }

  /** The person acts with all roles of today: a change of them ends the session. */
  private bySession({ sha256, isUse }: ShownSession): Caller {
    const session = this.credentials.findSession(sha256);
    const caller = session && this.credentials.callerOf(session.user_id);
    if (!caller) throw new ApiError('TOKEN_ERROR', 'the session has ended: sign in again');
    if (isUse) this.sessionUses.see(session);
    return withCredential('SESSION', session.id, { ...caller, session_id: session.id });
  }

  /**
   * A key has no user: its id stands for one, apart from the ids of users. It may do in its datamart what sending activities
   * needs, and the route says that it may be sent there.
   */
  private byCollectKey(value: string): Caller {
    const key = this.credentials.findCollectKey(value);
    if (!key) throw collectKeyError();
    this.uses.see('collect_key', key.id);
    const organisation_id = this.directory.organisationOf(key.datamart_id);
    return {
      user_id: `collect_key/${key.id}`,
      roles: organisation_id === undefined ? [] : [{ organisation_id, role: 'EDITOR' }],
      datamart_ids: [key.datamart_id],
    };
  }

  /** A worker has no role, except in the organisation of the analyzer that names the file which it reads. */
  private byWorker({ worker_id, token, data_file }: WorkerCredential): Caller {
    const worker = this.credentials.findWorker(worker_id);
    if (!hasWorkerToken(token, worker) || !worker) throw workerError();
    const caller: Caller = { user_id: '', roles: [], worker_of: worker.plugin_version_id };
    return data_file === undefined ? caller : { ...caller, roles: rolesForFile(worker, data_file) };
  }

  /**
   * An unknown key and a wrong digest get the same answer after the same work. Only a client whose body does not come, or is
   * refused unread (its type, its size), learns whether a key exists, because `requireKey` comes before the body.
   */
  private bySignature(signed: SignedRequest): Caller {
    const key = this.credentials.findKey(signed.key_id);
    const isValid = hasValidMac(signed, this.secrets.of(signed.key_id, key));
    const caller = key && this.credentials.callerOf(key.user_id);
    if (!isValid || !caller) throw macError();
    this.uses.see('message_authentication_key', key.id);
    return withCredential('SIGNATURE', key.id, limitedCaller({ ...caller, limits: key.limits }, this.directory));
  }
}

/** The audit shows which credential a caller has used. */
const withCredential = (kind: AuditCredentialKind, id: string, caller: Caller): Caller => ({
  ...caller,
  credential: { kind, id },
});

/** @throws RESOURCE_NOT_FOUND */
function rolesForFile({ data_files }: PluginWorker, data_file: string): Caller['roles'] {
  const named = data_files.filter(({ uri }) => uri === data_file);
  if (named.length === 0) throw notFound();
  return named.map(({ organisation_id }) => ({ organisation_id, role: 'READER' }));
}

export const collectKeyError = () => new ApiError('TOKEN_ERROR', 'the collect key is malformed, unknown or revoked');

/** The same for a malformed credential, an unknown worker, a wrong token, and a route that takes no workers. */
export const workerError = () =>
  new ApiError('TOKEN_ERROR', 'the worker or its token is malformed, unknown or revoked, or may not send this request');
