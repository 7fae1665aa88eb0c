import { Inject, Injectable } from '@nestjs/common';
import type { ApiToken, ApiTokenInput } from '@tributary/contracts/api-token';
import { notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { readEntities, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import { Changes } from '../changes.js';
import { SETTINGS, type AdminSettings } from '../config.js';
import { ApiTokenEntity } from './api-token.entity.js';
import { insertApiToken } from './insert-api-token.js';

/** A token in a path. */
export interface ApiTokenKey {
  user_id: string;
  id: string;
}

@Injectable()
export class ApiTokensRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
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

  /** The one answer that holds the whole value. */
  insert(user_id: string, { name }: ApiTokenInput): Promise<ApiToken> {
    const wish = { user_id, name, lifetime: this.settings.API_TOKEN_LIFETIME };
    return this.changes.make((manager, news) => insertApiToken(manager, news, wish));
  }

  async rename(key: ApiTokenKey, { name }: ApiTokenInput): Promise<ApiToken> {
    await writeEntities(this.dataSource, (manager) => manager.update(ApiTokenEntity, { ...key }, { name }));
    return this.get(key);
  }

  delete(key: ApiTokenKey): Promise<void> {
    return this.changes.make(async (manager, news) => {
      const { affected } = await manager.delete(ApiTokenEntity, { ...key });
      if (affected === 0) throw notFound();
      await news.revoked('api_token', key.id);
    });
  }
}

const masked = ({ id, name, creation_date, expiration_date, last_characters }: ApiTokenEntity): ApiToken => ({
  ...{ id, name, creation_date, expiration_date },
  value: `****${last_characters}`,
});
