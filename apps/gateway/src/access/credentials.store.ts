import { Injectable } from '@nestjs/common';
import type { Caller, CredentialChanged, UserRole } from '@tributary/contracts/access';
import { LRUCache } from 'lru-cache';

type KeyChanged = Extract<CredentialChanged, { kind: 'message_authentication_key' }>;

/** What is kept of a token: there may be a million, so no more than needed. */
interface ApiToken {
  user_id: string;
  expiration_date: number;
}
export type SigningKey = ApiToken & Pick<KeyChanged, 'sealed_secret'>;

/**
 * How long a credential is believed that admin told when it was asked. Only the bus says when one ends, and it may have
 * said so while the answer was on its way: below the second within which a revocation must be known.
 */
const hearsayMs = 500;
const maxHearsay = 10_000;

/** The gateway's copy of all credentials: authentication is a hash and two look-ups, and goes on while admin is down. */
@Injectable()
export class CredentialsStore {
  /** By the 32 bytes of the SHA-256 as Latin-1: half the memory of the hexadecimal text. */
  private readonly tokens = new Map<string, ApiToken>();
  private readonly hashes = new Map<string, string>();
  private readonly keys = new Map<string, SigningKey>();
  private readonly keyIds = new Map<string, string>();
  private readonly roles = new Map<string, UserRole[]>();
  private readonly hearsay = new LRUCache<string, CredentialChanged>({ max: maxHearsay, ttl: hearsayMs });

  apply(credential: CredentialChanged): void {
    const { kind, id } = credential;
    if (kind === 'user') return void this.roles.set(id, credential.roles);
    this.forget(`${kind}/${id}`);
    const { user_id, expiration_date } = credential;
    if (kind === 'api_token') {
      const hash = hexToLatin1(credential.token_sha256);
      this.tokens.set(hash, { user_id, expiration_date });
      this.hashes.set(id, hash);
    } else {
      const { key_id, sealed_secret } = credential;
      this.keys.set(key_id, { user_id, expiration_date, sealed_secret });
      this.keyIds.set(id, key_id);
    }
  }

  /** `key` is the topic's: `<kind>/<id>`. */
  forget(key: string): void {
    const slash = key.indexOf('/');
    const [kind, id] = [key.slice(0, slash), key.slice(slash + 1)];
    if (kind === 'user') this.roles.delete(id);
    if (kind === 'api_token') remove(this.tokens, this.hashes, id);
    if (kind === 'message_authentication_key') remove(this.keys, this.keyIds, id);
  }

  /** Takes over for a moment what admin has answered; what the bus tells counts before it. */
  believe(credential: CredentialChanged): void {
    this.hearsay.set(hearsayKey(credential), credential);
  }

  /** @param sha256 of the token, Latin-1. undefined for one that is unknown, revoked or expired, or whose user is gone. */
  findByToken(sha256: string, now = Date.now()): Caller | undefined {
    const token = this.tokens.get(sha256) ?? this.heard('api_token', sha256);
    return token && token.expiration_date > now ? this.callerOf(token.user_id) : undefined;
  }

  /** undefined for one that is unknown, revoked or expired. */
  findKey(key_id: string, now = Date.now()): SigningKey | undefined {
    const key = this.keys.get(key_id) ?? this.heard('message_authentication_key', key_id);
    return key && key.expiration_date > now ? key : undefined;
  }

  /** undefined for a user that is gone. */
  callerOf(user_id: string): Caller | undefined {
    const roles = this.roles.get(user_id) ?? this.heard('user', user_id)?.roles;
    return roles && { user_id, roles };
  }

  private heard<Kind extends CredentialChanged['kind']>(kind: Kind, name: string) {
    return this.hearsay.get(`${kind}/${name}`) as Extract<CredentialChanged, { kind: Kind }> | undefined;
  }
}

function remove<Value>(values: Map<string, Value>, names: Map<string, string>, id: string): void {
  const name = names.get(id);
  if (name === undefined) return;
  values.delete(name);
  names.delete(id);
}

function hearsayKey(credential: CredentialChanged): string {
  switch (credential.kind) {
    case 'user':
      return `user/${credential.id}`;
    case 'api_token':
      return `api_token/${hexToLatin1(credential.token_sha256)}`;
    case 'message_authentication_key':
      return `message_authentication_key/${credential.key_id}`;
  }
}

const hexToLatin1 = (hex: string) => Buffer.from(hex, 'hex').toString('latin1');
