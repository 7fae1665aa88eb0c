import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ApiToken, ApiTokenInput } from '@tributary/contracts/admin/api-token';
import { notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { readEntities, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { SETTINGS, type AdminSettings } from '../config.js';
import { findCreator } from '../users/find-creator.js';
import { lockSubject, type AssertRights } from '../users/lock-subject.js';
import { ApiTokenEntity } from './api-token.entity.js';
import { insertApiToken } from './insert-api-token.js';

/** The ids of a token in a path. */
export interface ApiTokenKey {
  user_id: string;
  id: string;
}

@Injectable()
export class ApiTokensRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
    @Inject(SETTINGS) private readonly settings: Pick<AdminSettings, 'API_TOKEN_LIFETIME'>,
  ) {}

  async list(user_id: string, page: ListQuery): Promise<Page<ApiToken>> {
    const [rows, total] = await readEntities(this.dataSource, (manager) =>
      manager.findAndCount(ApiTokenEntity, {
        where: { user_id },
        order: { id: 'ASC' },
        skip: page.first_result,
        take: page.max_results,
      }),
    );
    return { items: rows.map(masked), total };
  }

  async get(key: ApiTokenKey): Promise<ApiToken> {
    const row = await readEntities(this.dataSource, (manager) => manager.findOneBy(ApiTokenEntity, { ...key }));
    if (!row) throw notFound();
    return masked(row);
  }

  /**
   * Only this response contains the full value. The rights are checked under the lock of the user: a promotion at the same
   * time finds the token and revokes it, or the check sees the new roles.
   */
  insert(token: ApiTokenInput & { user_id: string }, caller: Caller, assertRights: AssertRights): Promise<ApiToken> {
    const lifetime = this.settings.API_TOKEN_LIFETIME;
    return this.changes.make(async (manager, events) => {
      assertRights(await lockSubject(manager, token.user_id));
      const created_by = await findCreator(manager, caller, token.user_id);
      return insertApiToken(manager, events, { ...token, created_by, lifetime });
    });
  }

  async rename(key: ApiTokenKey, { name }: ApiTokenInput): Promise<ApiToken> {
    await writeEntities(this.dataSource, (manager) => manager.update(ApiTokenEntity, { ...key }, { name }));
    return this.get(key);
  }

  delete(key: ApiTokenKey, assertRights: AssertRights): Promise<void> {
    return this.changes.make(async (manager, events) => {
      assertRights(await lockSubject(manager, key.user_id));
      if ((await events.revoke('api_token', key)) === 0) throw notFound();
    });
  }
}

const masked = ({
  id,
  name,
  created_by,
  creation_date,
  expiration_date,
  last_characters,
}: ApiTokenEntity): ApiToken => ({
  id,
  name,
  created_by,
  creation_date,
  expiration_date,
  value: `****${last_characters}`,
});
