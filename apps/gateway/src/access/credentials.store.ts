import { Injectable } from '@nestjs/common';
import {
  credentialName,
  type Caller,
  type Credential,
  type CredentialChanged,
  type CredentialKind,
  type CredentialLimits,
  type Revocation,
} from '@tributary/contracts/admin/access';
import { LRUCache } from 'lru-cache';
import { allowsOrigin } from '@tributary/contracts/admin/allowed-origin';
import { collectKeyOf, type CollectKey } from '../collect-keys/collect-key.js';
import { CollectKeyIndex } from './collect-key-index.js';
import { CredentialIndex } from './credential-index.js';

type Of<K extends CredentialKind> = Extract<Credential, { kind: K }>;
type Token = Pick<Of<'api_token'>, 'id' | 'user_id' | 'expiration_date' | 'limits'>;
type Session = Omit<Of<'session'>, 'kind' | 'version'>;
/** A caller with all roles of the user. The limits of its credential are not applied yet. */
export type UnlimitedCaller = Caller & { limits?: CredentialLimits | undefined };
type User = Pick<Of<'user'>, 'organisation_id' | 'roles'>;
/** The worker of a plugin version, which authenticates by its id and a token. */
export type PluginWorker = Omit<Of<'plugin_worker'>, 'kind' | 'id' | 'version' | 'worker_id'>;
export type SigningKey = Pick<
  Of<'message_authentication_key'>,
  'id' | 'user_id' | 'expiration_date' | 'sealed_secret' | 'limits' | 'may_merge_accounts'
>;

/**
 * How long a credential from a lookup counts. Only the bus announces revocations. A revocation must take effect within a
 * second, so this is below it.
 */
const lookupTtlMs = 500;
const maxRecentLookups = 10_000;

/** The gateway's copy of all credentials. Authentication needs a hash and two map lookups, and no admin. */
@Injectable()
export class CredentialsStore {
  /** By the SHA-256 of the token, in hexadecimal. */
  private readonly tokens = new CredentialIndex<Token>();
  /** By key id. */
  private readonly signingKeys = new CredentialIndex<SigningKey>();
  /** By worker id. */
  private readonly workers = new CredentialIndex<PluginWorker>();
  private readonly collectKeys = new CollectKeyIndex();
  /** By the SHA-256 of the cookie's value, in hexadecimal. */
  private readonly sessions = new CredentialIndex<Session>();
  private readonly users = new Map<string, User>();
  private readonly recentLookups = new LRUCache<string, Credential>({ max: maxRecentLookups, ttl: lookupTtlMs });
  /** The version of each credential, also of revoked ones, by `credentialName`. */
  private readonly versions = new Map<string, number>();

  /** Ignores a version that is not newer than the known one: in any order of arrival, the newest stays. */
  apply(changed: CredentialChanged): void {
    if (!this.isNewer(changed)) return;
    this.versions.set(credentialName(changed), changed.version);
    const { id } = changed;
    switch (changed.kind) {
      case 'user':
        return void this.users.set(id, userOf(changed));
      case 'api_token': {
        const { token_sha256, user_id, expiration_date, limits } = changed;
        return this.tokens.set(id, token_sha256, { id, user_id, expiration_date, limits });
      }
      case 'message_authentication_key': {
        const { key_id, user_id, expiration_date, sealed_secret, limits, may_merge_accounts } = changed;
        const key = { id, user_id, expiration_date, sealed_secret, limits, may_merge_accounts };
        return this.signingKeys.set(id, key_id, key);
      }
      case 'plugin_worker': {
        const { worker_id, token_sha256, previous, plugin_version_id, data_files } = changed;
        return this.workers.set(id, worker_id, { token_sha256, previous, plugin_version_id, data_files });
      }
      case 'collect_key':
        return this.collectKeys.set(changed.key, collectKeyOf(changed));
      case 'session': {
        const { kind: _, version: __, ...session } = changed;
        return this.sessions.set(id, session.secret_sha256, session);
      }
      case 'revocation':
        return this.remove(changed);
    }
  }

  /** Caches what admin has answered for a moment. A credential from the bus takes precedence. */
  cacheTemporarily(credential: Credential): void {
    this.recentLookups.set(lookupKey(credential), credential);
  }

  /**
   * @param sha256 hexadecimal
   * @returns undefined if the token is unknown, revoked or expired, or its user is deleted
   */
  findByToken(sha256: string, now = Date.now()): (UnlimitedCaller & { token_id: string }) | undefined {
    const token = this.tokens.get(sha256) ?? this.recent('api_token', sha256);
    if (!token || token.expiration_date <= now) return undefined;
    const caller = this.callerOf(token.user_id);
    return caller && { ...caller, token_id: token.id, limits: token.limits };
  }

  /** @returns undefined if the key is unknown, revoked or expired */
  findKey(key_id: string, now = Date.now()): SigningKey | undefined {
    const key = this.signingKeys.get(key_id) ?? this.recent('message_authentication_key', key_id);
    return key && key.expiration_date > now ? key : undefined;
  }

  /** @returns undefined if the worker is unknown or revoked */
  findWorker(worker_id: string): PluginWorker | undefined {
    return this.workers.get(worker_id) ?? this.recent('plugin_worker', worker_id);
  }

  /** @returns undefined if the key is unknown or revoked */
  findCollectKey(value: string): CollectKey | undefined {
    const known = this.collectKeys.get(value);
    if (known) return known;
    const recent = this.recent('collect_key', value);
    return recent && collectKeyOf(recent);
  }

  /** @returns undefined if the session is unknown or has ended */
  findSession(sha256: string, now = Date.now()): Session | undefined {
    const session = this.sessions.get(sha256) ?? this.recent('session', sha256);
    return session && session.expiration_date > now ? session : undefined;
  }

  /** Whether any collect key of the datamart allows pages of an origin. */
  allowsOrigin(datamart_id: string, origin: string): boolean {
    return allowsOrigin(this.collectKeys.originsOf(datamart_id), origin);
  }

  /** @returns undefined for a deleted user */
  callerOf(user_id: string): Caller | undefined {
    const known = this.users.get(user_id);
    if (known) return { user_id, ...known };
    const recent = this.recent('user', user_id);
    return recent && { user_id, ...userOf(recent) };
  }

  /** Credentials per kind, without recent lookups. */
  sizes(): Record<CredentialKind, number> {
    return {
      user: this.users.size,
      api_token: this.tokens.size,
      message_authentication_key: this.signingKeys.size,
      plugin_worker: this.workers.size,
      collect_key: this.collectKeys.size,
      session: this.sessions.size,
    };
  }

  private remove({ credential, id }: Revocation): void {
    switch (credential) {
      case 'user':
        return void this.users.delete(id);
      case 'api_token':
        return this.tokens.delete(id);
      case 'message_authentication_key':
        return this.signingKeys.delete(id);
      case 'plugin_worker':
        return this.workers.delete(id);
      case 'collect_key':
        return this.collectKeys.delete(id);
      case 'session':
        return this.sessions.delete(id);
    }
  }

  private isNewer(changed: CredentialChanged): boolean {
    return changed.version > (this.versions.get(credentialName(changed)) ?? 0);
  }

  /** Undefined also if the bus has announced a newer version, such as the revocation. */
  private recent<K extends CredentialKind>(kind: K, name: string): Of<K> | undefined {
    const recent = this.recentLookups.get(`${kind}/${name}`) as Of<K> | undefined;
    return recent && this.isNewer(recent) ? recent : undefined;
  }
}

const userOf = ({ organisation_id, roles }: Of<'user'>): User =>
  organisation_id === undefined ? { roles } : { organisation_id, roles };

function lookupKey(credential: Credential): string {
  switch (credential.kind) {
    case 'user':
      return `user/${credential.id}`;
    case 'api_token':
      return `api_token/${credential.token_sha256}`;
    case 'message_authentication_key':
      return `message_authentication_key/${credential.key_id}`;
    case 'plugin_worker':
      return `plugin_worker/${credential.worker_id}`;
    case 'collect_key':
      return `collect_key/${credential.key}`;
    case 'session':
      return `session/${credential.secret_sha256}`;
  }
}
