import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { signingSecretContext, type Caller } from '@tributary/contracts/admin/access';
import { constraintViolation, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type {
  MessageAuthenticationKey,
  MessageAuthenticationKeyInput,
} from '@tributary/contracts/admin/message-authentication-key';
import { listEntities, violatedConstraint } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DirectoryStore } from '@tributary/security/directory.store';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { DataSource } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { SETTINGS, type AdminSettings } from '../config.js';
import { readMessageAuthenticationKeys } from '../access-events/access-state.js';
import { expirationAfter } from '../token-lifetime.js';
import { lockSubject, type AssertRights } from '../users/lock-subject.js';
import { rightsOfNewCredential } from '../users/rights-of-new-credential.js';
import { MessageAuthenticationKeyEntity } from './message-authentication-key.entity.js';

type NewKey = MessageAuthenticationKeyInput & { user_id: string };

const secretBytes = 16;
const obfuscated = '****';

@Injectable()
export class MessageAuthenticationKeysRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
    private readonly keyring: SecretsKeyring,
    private readonly directory: DirectoryStore,
    @Inject(SETTINGS) private readonly settings: Pick<AdminSettings, 'API_TOKEN_LIFETIME'>,
  ) {}

  async list(user_id: string, page: ListQuery): Promise<Page<MessageAuthenticationKey>> {
    const { items: rows, total } = await listEntities(
      this.dataSource,
      MessageAuthenticationKeyEntity,
      { user_id },
      page,
    );
    return { items: rows.map((row) => toResource(row, obfuscated)), total };
  }

  /**
   * Only this response contains the secret: hexadecimal text, which is itself the HMAC key (it is not decoded). The rights
   * are checked under the lock of the user, as for tokens.
   */
  async insert(key: NewKey, caller: Caller, assertRights: AssertRights): Promise<MessageAuthenticationKey> {
    const secret = randomBytes(secretBytes).toString('hex');
    const sealed_secret = this.keyring.seal(secret, signingSecretContext(key.key_id));
    const now = Date.now();
    const expiration_ts = new Date(expirationAfter(now, this.settings.API_TOKEN_LIFETIME));
    try {
      return await this.changes.make(async (manager, events) => {
        const subject = await lockSubject(manager, key.user_id);
        assertRights(subject);
        const rights = await rightsOfNewCredential(manager, this.directory, { caller, subject, purpose: {} });
        await manager.query('insert into key_ids values ($1)', [key.key_id]);
        const times = { creation_ts: new Date(now), expiration_ts };
        const row = { ...key, ...rights, sealed_secret, ...times };
        const saved = await manager.save(MessageAuthenticationKeyEntity, row);
        await events.credentialsCreated(await readMessageAuthenticationKeys(manager, [saved.id]));
        return toResource(saved, secret);
      });
    } catch (error) {
      if (violatedConstraint(error) !== 'key_ids_pkey') throw error;
      throw constraintViolation('key_id: is or was the id of another key');
    }
  }

  delete(user_id: string, id: string, assertRights: AssertRights): Promise<void> {
    return this.changes.make(async (manager, events) => {
      assertRights(await lockSubject(manager, user_id));
      if ((await events.revoke('message_authentication_key', { user_id, id })) === 0) throw notFound();
    });
  }
}

const toResource = (row: MessageAuthenticationKeyEntity, secret_key: string): MessageAuthenticationKey => ({
  id: row.id,
  user_id: row.user_id,
  created_by: row.created_by,
  key_id: row.key_id,
  scheme: row.scheme,
  may_merge_accounts: row.may_merge_accounts,
  secret_key,
  creation_ts: row.creation_ts.toISOString(),
  expiration_ts: row.expiration_ts.toISOString(),
  ...(row.last_used_ts != null && { last_used_ts: row.last_used_ts }),
});
