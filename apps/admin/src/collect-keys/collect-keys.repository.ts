import { Injectable } from '@nestjs/common';
import type { CollectKey, CollectKeyInput } from '@tributary/contracts/admin/collect-key';
import { newCollectKey } from '@tributary/contracts/admin/token-value';
import { existing, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { emptied } from '@tributary/database/columns';
import { listEntities, readEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { readCollectKeys } from '../access-events/access-state.js';
import { CollectKeyEntity } from './collect-key.entity.js';

/** A key is only found in its datamart. */
type CollectKeyName = Pick<CollectKey, 'datamart_id' | 'id'>;

@Injectable()
export class CollectKeysRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  list(datamart_id: string, page: ListQuery): Promise<Page<CollectKey>> {
    return listEntities(this.dataSource, CollectKeyEntity, { datamart_id }, page);
  }

  get(name: CollectKeyName): Promise<CollectKey> {
    return readEntities(this.dataSource, (manager) => find(manager, name));
  }

  insert(datamart_id: string, input: CollectKeyInput): Promise<CollectKey> {
    return this.changes.make(async (manager, events) => {
      const row = { ...input, datamart_id, key: newCollectKey(), creation_ts: Date.now() };
      const { id } = await manager.save(CollectKeyEntity, row);
      await events.credentialsCreated(await readCollectKeys(manager, [id]));
      return find(manager, { datamart_id, id });
    });
  }

  update(name: CollectKeyName, { channel_id, max_qps, ...input }: CollectKeyInput): Promise<CollectKey> {
    return this.changes.make(async (manager, events) => {
      await lock(manager, name);
      const optional = { channel_id: channel_id ?? emptied, max_qps: max_qps ?? emptied };
      await manager.update(CollectKeyEntity, name, { ...input, ...optional });
      await events.credentialsChanged('collect_key', [name.id]);
      return find(manager, name);
    });
  }

  delete(name: CollectKeyName): Promise<void> {
    return this.changes.make(async (_manager, events) => {
      if (!(await events.deleteCollectKey(name))) throw notFound();
    });
  }
}

async function find(manager: EntityManager, name: CollectKeyName): Promise<CollectKey> {
  return existing(await manager.findOneBy(CollectKeyEntity, name));
}

async function lock(manager: EntityManager, { datamart_id, id }: CollectKeyName): Promise<void> {
  const found = await manager.query<object[]>(
    'select from collect_keys where datamart_id = $1 and id = $2 for no key update',
    [datamart_id, id],
  );
  if (found.length === 0) throw notFound();
}
