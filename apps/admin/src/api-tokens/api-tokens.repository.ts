import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ApiToken, ApiTokenInput, ApiTokenUpdate } from '@tributary/contracts/admin/api-token';
import { notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { getEntity, listEntities, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { SETTINGS, type AdminSettings } from '../config.js';
import { expirationOf } from '../token-lifetime.js';
import { keepCommunityAdmin } from '../users/keep-community-admin.js';
import { lockSubject, type AssertRights } from '../users/lock-subject.js';
import { rightsOfNewCredential } from '../users/rights-of-new-credential.js';
import { ApiTokenEntity } from './api-token.entity.js';
import { insertApiToken } from './insert-api-token.js';
import { toApiToken } from './to-api-token.js';

/** The ids of a token in a path. */
interface ApiTokenKey {
  user_id: string;
  id: string;
}

@Injectable()
export class ApiTokensRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
    private readonly directory: DirectoryStore,
    @Inject(SETTINGS) private readonly settings: Pick<AdminSettings, 'API_TOKEN_LIFETIME'>,
  ) {}

  async list(user_id: string, page: ListQuery): Promise<Page<ApiToken>> {
    const { items: rows, total } = await listEntities(this.dataSource, ApiTokenEntity, { user_id }, page);
    return { items: rows.map(toApiToken), total };
  }

  async get(key: ApiTokenKey): Promise<ApiToken> {
    const row = await getEntity(this.dataSource, ApiTokenEntity, { ...key });
    return toApiToken(row);
  }

  /**
   * Only this response contains the full value. The rights are checked under the lock of the user: the token has the roles
   * of before a promotion at the same time, or the check sees the new ones.
   *
   * @throws BAD_REQUEST_DATA for an expiration that is not in the next 24 months
   */
  insert(
    { user_id, name, expiration_ts, ...purpose }: ApiTokenInput & { user_id: string },
    caller: Caller,
    assertRights: AssertRights,
  ): Promise<ApiToken> {
    const creation_date = Date.now();
    const expiration_date = expirationOf(expiration_ts, this.settings.API_TOKEN_LIFETIME, creation_date);
    return this.changes.make(async (manager, events) => {
      const subject = await lockSubject(manager, user_id);
      assertRights(subject);
      const rights = await rightsOfNewCredential(manager, this.directory, { caller, subject, purpose });
      return insertApiToken(manager, events, { user_id, name, creation_date, expiration_date, ...rights });
    });
  }

  async rename(key: ApiTokenKey, { name }: ApiTokenUpdate): Promise<ApiToken> {
    await writeEntities(this.dataSource, (manager) => manager.update(ApiTokenEntity, { ...key }, { name }));
    return this.get(key);
  }

  /** @throws CONSTRAINT_VIOLATION_EXCEPTION for the last token with which an admin can administer a community */
  delete(key: ApiTokenKey, assertRights: AssertRights): Promise<void> {
    return this.changes.make(async (manager, events) => {
      const subject = await lockSubject(manager, key.user_id);
      assertRights(subject);
      const { roles } = subject;
      await keepCommunityAdmin(manager, { roles, field: 'api_token_id' }, async () => {
        if ((await events.revoke('api_token', key)) === 0) throw notFound();
      });
    });
  }
}
