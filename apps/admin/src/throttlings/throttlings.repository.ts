import { Injectable } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { Throttling, ThrottlingInput } from '@tributary/contracts/admin/throttling';
import { emptied } from '@tributary/database/columns';
import { readEntities, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import { ThrottlingEntity } from './throttling.entity.js';

/** A throttling is only found together with its plugin version. */
export interface ThrottlingKey {
  plugin_version_id: string;
  id: string;
}

@Injectable()
export class ThrottlingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(plugin_version_id: string, page: ListQuery): Promise<Page<Throttling>> {
    const [items, total] = await readEntities(this.dataSource, (manager) =>
      manager.findAndCount(ThrottlingEntity, {
        where: { plugin_version_id },
        order: { id: 'ASC' },
        skip: page.first_result,
        take: page.max_results,
      }),
    );
    return { items, total };
  }

  insert(plugin_version_id: string, input: ThrottlingInput): Promise<Throttling> {
    return writeEntities(this.dataSource, async (manager) => {
      const { identifiers } = await manager.insert(ThrottlingEntity, { ...input, plugin_version_id });
      return manager.findOneByOrFail(ThrottlingEntity, { ...identifiers[0] });
    });
  }

  update(key: ThrottlingKey, input: ThrottlingInput): Promise<Throttling> {
    return writeEntities(this.dataSource, async (manager) => {
      const { affected } = await manager.update(ThrottlingEntity, { ...key }, withEveryField(input));
      if (affected === 0) throw notFound();
      return manager.findOneByOrFail(ThrottlingEntity, { id: key.id });
    });
  }

  async delete(key: ThrottlingKey): Promise<void> {
    const { affected } = await writeEntities(this.dataSource, (manager) =>
      manager.delete(ThrottlingEntity, { ...key }),
    );
    if (affected === 0) throw notFound();
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
