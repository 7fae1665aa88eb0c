import { hash } from 'node:crypto';
import type { Caller, CredentialChanged } from '@tributary/contracts/access';
import { Injectable } from '@nestjs/common';

type ApiToken = Extract<CredentialChanged, { kind: 'api_token' }>;
type User = Extract<CredentialChanged, { kind: 'user' }>;

/** The gateway's copy of all credentials: authentication is a hash and two look-ups, and goes on while admin is down. */
@Injectable()
export class CredentialsStore {
  private readonly tokens = new Map<string, ApiToken>();
  private readonly hashes = new Map<string, string>();
  private readonly callers = new Map<string, Caller>();

  apply(credential: CredentialChanged): void {
    if (credential.kind === 'user') this.callers.set(credential.id, toCaller(credential));
    if (credential.kind === 'api_token') {
      this.forget(`api_token/${credential.id}`);
      this.tokens.set(credential.token_sha256, credential);
      this.hashes.set(credential.id, credential.token_sha256);
    }
  }

  /** `key` is the topic's: `<kind>/<id>`. */
  forget(key: string): void {
    const [kind, id = ''] = key.split('/');
    if (kind === 'user') this.callers.delete(id);
    else {
      this.tokens.delete(this.hashes.get(id) ?? '');
      this.hashes.delete(id);
    }
  }

  /** undefined for a token that is unknown, revoked or expired, and for one whose user is gone. */
  findByToken(value: string, now = Date.now()): Caller | undefined {
    const token = this.tokens.get(hash('sha256', value, 'hex'));
    return token && token.expiration_date > now ? this.callers.get(token.user_id) : undefined;
  }
}

const toCaller = ({ id, roles }: User): Caller => ({ user_id: id, roles });
