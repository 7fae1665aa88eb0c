import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { uuidOf } from '@tributary/contracts/values/uuid';
import { query } from '@tributary/database/transaction';
import type { Logger } from '@tributary/runtime/logger';
import type { SecretsKeyring } from '@tributary/security/secrets-keyring';
import type { DataSource } from 'typeorm';

/** The owner of the sealed key, which opens in no other place. */
const sealingContext = 'tracking-ingest/erasures';
const unopened = 'no key of SECRETS_KEY opens the key of erasures';

/**
 * The key of the hashes under which erasures are kept for good. Random, and kept in the database, sealed with SECRETS_KEY:
 * a dump alone does not show who was erased, and a rotation of SECRETS_KEY leaves all hashes as they are. Hashes under
 * SECRETS_KEY itself would be lost with the key that made them.
 */
export class ErasureKey {
  /** A `KeyObject`: with bytes an HMAC costs six times as much. */
  private constructor(private readonly key: KeyObject | undefined) {}

  /** Opens the key of the database, or makes it. Seals it again if an older key of SECRETS_KEY has sealed it. */
  static async open(dataSource: DataSource, keyring: SecretsKeyring, logger: Logger): Promise<ErasureKey> {
    const made = keyring.seal(randomBytes(32).toString('base64'), sealingContext);
    await query(dataSource, 'insert into erasure_key (sealed_key) values ($1) on conflict do nothing', [made]);
    const { rows } = await query<{ sealed_key: string }>(dataSource, 'select sealed_key from erasure_key');
    const sealed = rows[0]?.sealed_key ?? '';
    const resealed = keyring.reseal(sealed, sealingContext);
    if (resealed === undefined) {
      // Most activities need no key. They must be stored, and an operator may have the right key elsewhere.
      logger.error(
        `${unopened}: what came in more than a day ago is not stored, and erasures are not kept for good yet`,
      );
      return new ErasureKey(undefined);
    }
    if (keyring.isOutdated(sealed))
      await query(dataSource, 'update erasure_key set sealed_key = $1 where sealed_key = $2', [resealed, sealed]);
    return new ErasureKey(createSecretKey(keyring.open(sealed, sealingContext), 'base64'));
  }

  get isOpen(): boolean {
    return this.key !== undefined;
  }

  /**
   * The keyed hash of an identifier, from its `identifierId`: a UUID.
   *
   * @throws if no key of SECRETS_KEY opens the key
   */
  macOf(identifier_id: string): string {
    if (!this.key) throw new Error(unopened);
    return uuidOf(createHmac('sha256', this.key).update(identifier_id).digest('hex'));
  }
}
