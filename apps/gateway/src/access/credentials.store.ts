import { Injectable } from '@nestjs/common';
import type { Caller, CredentialChanged, UserRole } from '@tributary/contracts/access';
import { LRUCache } from 'lru-cache';
import { compact, TokenStore } from './token-store.js';

type KeyChanged = Extract<CredentialChanged, { kind: 'message_authentication_key' }>;
export type SigningKey = Pick<KeyChanged, 'user_id' | 'expiration_date' | 'sealed_secret'>;

/**
 * How long a credential is believed that admin told when it was asked. Only the bus says when one ends, and it may have
 * said so while the answer was on its way: below the second within which a revocation must be known.
 */
const hearsayMs = 500;
const maxHearsay = 10_000;

/** The gateway's copy of all credentials: authentication is a hash and two look-ups, and goes on while admin is down. */
@Injectable()
export class CredentialsStore {
  private readonly tokens = new TokenStore();
  private readonly keys = new Map<string, SigningKey>();
  private readonly keyIds = new Map<string, string>();
  private readonly roles = new Map<string | number, UserRole[]>();
  private readonly hearsay = new LRUCache<string, CredentialChanged>({ max: maxHearsay, ttl: hearsayMs });

  apply(credential: CredentialChanged): void {
    switch (credential.kind) {
      case 'user':
        return void this.roles.set(compact(credential.id), credential.roles);
      case 'api_token':
        return this.tokens.set(credential.id, Buffer.from(credential.token_sha256, 'hex'), credential);
      case 'message_authentication_key':
        return this.applyKey(credential);
    }
  }

  /** `key` is the topic's: `<kind>/<id>`. */
  forget(key: string): void {
    const slash = key.indexOf('/');
    const [kind, id] = [key.slice(0, slash), key.slice(slash + 1)];
    if (kind === 'user') this.roles.delete(compact(id));
    if (kind === 'api_token') this.tokens.delete(id);
    if (kind === 'message_authentication_key') this.forgetKey(id);
  }

  /** Takes over for a moment what admin has answered; what the bus tells counts before it. */
  believe(credential: CredentialChanged): void {
    this.hearsay.set(hearsayKey(credential), credential);
  }

  /** undefined for a token that is unknown, revoked or expired, or whose user is gone. */
  findByToken(sha256: Buffer, now = Date.now()): Caller | undefined {
    const token = this.tokens.get(sha256) ?? this.heard('api_token', sha256.toString('hex'));
    return token && token.expiration_date > now ? this.callerOf(token.user_id) : undefined;
  }

  /** undefined for one that is unknown, revoked or expired. */
  findKey(key_id: string, now = Date.now()): SigningKey | undefined {
    const key = this.keys.get(key_id) ?? this.heard('message_authentication_key', key_id);
    return key && key.expiration_date > now ? key : undefined;
  }

  /** undefined for a user that is gone. */
  callerOf(user_id: string): Caller | undefined {
    const roles = this.roles.get(compact(user_id)) ?? this.heard('user', user_id)?.roles;
    return roles && { user_id, roles };
  }

  /** How many there are of each kind; what was only heard of aside. */
  sizes(): Record<CredentialChanged['kind'], number> {
    return {
      user: this.roles.size,
      api_token: this.tokens.size,
      message_authentication_key: this.keys.size,
    };
  }

  private applyKey({ id, key_id, user_id, expiration_date, sealed_secret }: KeyChanged): void {
    this.forgetKey(id);
    this.keys.set(key_id, { user_id, expiration_date, sealed_secret });
    this.keyIds.set(id, key_id);
  }

  private forgetKey(id: string): void {
    this.keys.delete(this.keyIds.get(id) ?? '');
    this.keyIds.delete(id);
  }

  private heard<Kind extends CredentialChanged['kind']>(kind: Kind, name: string) {
    return this.hearsay.get(`${kind}/${name}`) as Extract<CredentialChanged, { kind: Kind }> | undefined;
  }
}

function hearsayKey(credential: CredentialChanged): string {
  switch (credential.kind) {
    case 'user':
      return `user/${credential.id}`;
    case 'api_token':
      return `api_token/${credential.token_sha256}`;
    case 'message_authentication_key':
      return `message_authentication_key/${credential.key_id}`;
  }
}
