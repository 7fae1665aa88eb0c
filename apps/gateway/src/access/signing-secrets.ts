import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { signingSecretContext } from '@tributary/contracts/admin/access';
import { unavailable } from '@tributary/contracts/errors';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { LRUCache } from 'lru-cache';
import type { SigningKey } from './credentials.store.js';

/** Decrypted secrets held at once. Decrypting one costs as much as the rest of the authentication. */
const maxDecrypted = 10_000;

/** Decrypts the secrets of signing keys. They are encrypted on the bus and in the credentials store. */
@Injectable()
export class SigningSecrets {
  private readonly decrypted = new LRUCache<string, string>({ max: maxDecrypted });
  private readonly decoy = randomBytes(16).toString('hex');

  constructor(private readonly keyring: SecretsKeyring) {}

  /** For an unknown key, a random secret: verification then takes the same time as for a known key. */
  of(key_id: string, key: SigningKey | undefined): string {
    if (!key) return this.decoy;
    let secret = this.decrypted.get(key.sealed_secret);
    if (secret === undefined) this.decrypted.set(key.sealed_secret, (secret = this.open(key_id, key)));
    return secret;
  }

  private open(key_id: string, { sealed_secret }: SigningKey): string {
    try {
      return this.keyring.open(sealed_secret, signingSecretContext(key_id));
    } catch (cause) {
      // The secret was encrypted under another SECRETS_KEY. That is not the client's fault; the log has the cause.
      throw unavailable('signed requests cannot be verified now', cause);
    }
  }
}
