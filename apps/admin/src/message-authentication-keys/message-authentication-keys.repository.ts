import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { signingSecretContext } from '@tributary/contracts/access';
import { constraintViolation, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type {
  MessageAuthenticationKey,
  MessageAuthenticationKeyInput,
} from '@tributary/contracts/message-authentication-key';
import { readEntities, violatedConstraint } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { DataSource } from 'typeorm';
import { Changes } from '../changes.js';
import { SETTINGS, type AdminSettings } from '../config.js';
import { readMessageAuthenticationKeys } from '../read-access.js';
import { expirationAfter } from '../token-lifetime.js';
import { MessageAuthenticationKeyEntity } from './message-authentication-key.entity.js';

const secretBytes = 16;
const obfuscated = '****';

@Injectable()
export class MessageAuthenticationKeysRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly keyring: SecretsKeyring,
    @Inject(SETTINGS) private readonly settings: Pick<AdminSettings, 'API_TOKEN_LIFETIME'>,
  ) {}

  async list(user_id: string, page: ListQuery): Promise<Page<MessageAuthenticationKey>> {
    const [rows, total] = await readEntities(this.dataSource, (manager) =>
      manager.findAndCount(MessageAuthenticationKeyEntity, {
        where: { user_id },
        order: { id: 'ASC' },
        skip: page.first_result,
        take: page.max_results,
      }),
    );
    return { items: rows.map((row) => toResource(row, obfuscated)), total };
  }

  /** The one answer that holds the secret: hexadecimal text, which is the key of the HMAC as it stands. */
  async insert(user_id: string, input: MessageAuthenticationKeyInput): Promise<MessageAuthenticationKey> {
    const secret = randomBytes(secretBytes).toString('hex');
    const sealed_secret = this.keyring.seal(secret, signingSecretContext(input.key_id));
    const now = Date.now();
    const expiration_ts = new Date(expirationAfter(now, this.settings.API_TOKEN_LIFETIME));
    try {
      return await this.changes.make(async (manager, news) => {
        await manager.query('insert into key_ids values ($1)', [input.key_id]);
        const row = { ...input, user_id, sealed_secret, creation_ts: new Date(now), expiration_ts };
        const saved = await manager.save(MessageAuthenticationKeyEntity, row);
        await news.credentials(await readMessageAuthenticationKeys(manager, [saved.id]));
        return toResource(saved, secret);
      });
    } catch (error) {
      if (violatedConstraint(error) !== 'key_ids_pkey') throw error;
      throw constraintViolation('key_id: is or was the id of another key');
    }
  }

  delete(user_id: string, id: string): Promise<void> {
    return this.changes.make(async (manager, news) => {
      const { affected } = await manager.delete(MessageAuthenticationKeyEntity, { user_id, id });
      if (affected === 0) throw notFound();
      await news.revoked('message_authentication_key', id);
    });
  }
}

const toResource = (
  { id, user_id, key_id, scheme, creation_ts, expiration_ts }: MessageAuthenticationKeyEntity,
  secret_key: string,
): MessageAuthenticationKey => ({
  ...{ id, user_id, key_id, scheme, secret_key },
  creation_ts: creation_ts.toISOString(),
  expiration_ts: expiration_ts.toISOString(),
});
