import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { signingSecretContext } from '@tributary/contracts/access';
import { unavailable } from '@tributary/contracts/errors';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { LRUCache } from 'lru-cache';
import type { SigningKey } from './credentials.store.js';

/** Most secrets held in clear at once: opening one costs as much as the rest of a request's authentication. */
const maxOpened = 10_000;

/** Secrets of signing keys: sealed on the bus and in the read model, in clear only while they are used. */
@Injectable()
export class SigningSecrets {
  private readonly opened = new LRUCache<string, string>({ max: maxOpened });
  private readonly decoy = randomBytes(16).toString('hex');

  constructor(private readonly keyring: SecretsKeyring) {}

  /** For a key that is not there a secret that nobody knows, so that the same work follows. */
  of(key_id: string, key: SigningKey | undefined): string {
    if (!key) return this.decoy;
    let secret = this.opened.get(key.sealed_secret);
    if (secret === undefined) this.opened.set(key.sealed_secret, (secret = this.open(key_id, key)));
    return secret;
  }

  private open(key_id: string, { sealed_secret }: SigningKey): string {
    try {
      return this.keyring.open(sealed_secret, signingSecretContext(key_id));
    } catch (cause) {
      // A SECRETS_KEY that this gateway was not given: not the client's fault, and told in the log.
      throw unavailable('signed requests cannot be verified now', cause);
    }
  }
}
