import { Injectable } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { Throttling, ThrottlingInput } from '@tributary/contracts/admin/plugins/throttling';
import { emptied } from '@tributary/database/columns';
import { listEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { lockVersion } from '../plugins/lock-version.js';
import { ThrottlingEntity } from './throttling.entity.js';

/** A throttling is only found together with its plugin version. */
interface ThrottlingKey {
  plugin_version_id: string;
  id: string;
}

@Injectable()
export class ThrottlingsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  list(plugin_version_id: string, page: ListQuery): Promise<Page<Throttling>> {
    return listEntities(this.dataSource, ThrottlingEntity, { plugin_version_id }, page);
  }

  insert(plugin_version_id: string, input: ThrottlingInput): Promise<Throttling> {
    return this.change(plugin_version_id, async (manager) => {
      const { identifiers } = await manager.insert(ThrottlingEntity, { ...input, plugin_version_id });
      return manager.findOneByOrFail(ThrottlingEntity, { ...identifiers[0] });
    });
  }

  update(key: ThrottlingKey, input: ThrottlingInput): Promise<Throttling> {
    return this.change(key.plugin_version_id, async (manager) => {
      const { affected } = await manager.update(ThrottlingEntity, { ...key }, withEveryField(input));
      if (affected === 0) throw notFound();
      return manager.findOneByOrFail(ThrottlingEntity, { id: key.id });
    });
  }

  delete(key: ThrottlingKey): Promise<void> {
    return this.change(key.plugin_version_id, async (manager) => {
      const { affected } = await manager.delete(ThrottlingEntity, { ...key });
      if (affected === 0) throw notFound();
    });
  }

  /** The throttlings of a version are published with it. */
  private change<T>(version: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.changes.make(async (manager, events) => {
      await lockVersion(manager, version);
      const result = await work(manager);
      await events.statesChanged('plugin_version', [version]);
      return result;
    });
  }
}

/** A PUT replaces every field: an absent field is cleared. */
const withEveryField = (input: ThrottlingInput) => ({
  ...input,
  throttling_key: input.throttling_key ?? emptied,
  max_concurrency: input.max_concurrency ?? emptied,
  max_qps: input.max_qps ?? emptied,
  timeout_ms: input.timeout_ms ?? emptied,
});
