import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { ApiError } from '@tributary/contracts/errors';
import type { SignedRequest } from '@tributary/security/signing';
import { CredentialsStore } from './credentials.store.js';
import { hasValidMac, macError } from './signed-request.js';
import { SigningSecrets } from './signing-secrets.js';

/** What a request shows: a token, or a signature over the request. */
export type Credential = { token: string } | { signed: SignedRequest };

/** Finds the caller behind a credential. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly credentials: CredentialsStore,
    private readonly secrets: SigningSecrets,
  ) {}

  /** @throws TOKEN_ERROR, MAC_ERROR */
  authenticate(credential: Credential): Caller {
    return 'token' in credential ? this.byToken(credential.token) : this.bySignature(credential.signed);
  }

  /** @throws MAC_ERROR if no signature with this key can be valid: it is unknown, expired or revoked */
  requireKey(key_id: string): void {
    const key = this.credentials.findKey(key_id);
    if (!key || !this.credentials.callerOf(key.user_id)) throw macError();
  }

  private byToken(token: string): Caller {
    const caller = this.credentials.findByToken(hash('sha256', token));
    if (!caller) throw new ApiError('TOKEN_ERROR', 'the API token is malformed, unknown, expired or revoked');
    return caller;
  }

  /**
   * An unknown key and a wrong digest get the same answer after the same work. Only a client that holds back its body
   * learns whether a key exists, because `requireKey` comes before the body.
   */
  private bySignature(signed: SignedRequest): Caller {
    const key = this.credentials.findKey(signed.key_id);
    const isValid = hasValidMac(signed, this.secrets.of(signed.key_id, key));
    const caller = key && this.credentials.callerOf(key.user_id);
    if (!isValid || !caller) throw macError();
    return caller;
  }
}
