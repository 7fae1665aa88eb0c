import { Injectable } from '@nestjs/common';
import type { DashboardContentVersion } from '@tributary/contracts/admin/dashboard-content';
import { existing, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { readEntities, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import { assertReplaceable, type Conditions } from './content-conditions.js';
import { DashboardContentEntity } from './dashboard-content.entity.js';
import { DashboardEntity } from './dashboard.entity.js';
import type { DashboardKey, AuditStamp } from './dashboards.repository.js';

@Injectable()
export class DashboardContentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The current content, or the one with the id `version`. */
  get({ id, organisation_id }: DashboardKey, version?: string): Promise<DashboardContentEntity> {
    return readEntities(this.dataSource, async (manager) => {
      const dashboard = await manager.findOneBy(DashboardEntity, { id, organisation_id });
      const current = dashboard?.dashboard_content_id;
      const wanted = version ?? current;
      if (!dashboard || wanted === undefined) throw notFound();
      // The current one may be attached: then it is a version of another dashboard.
      const owner = wanted === current ? { organisation_id } : { dashboard_id: id };
      return existing(await manager.findOneBy(DashboardContentEntity, { id: wanted, ...owner }));
    });
  }

  /** The versions of the content, the attached one that is current among them, newest first, without the content itself. */
  list({ id, organisation_id }: DashboardKey, page: ListQuery): Promise<Page<DashboardContentVersion>> {
    return readEntities(this.dataSource, async (manager) => {
      const dashboard = existing(await manager.findOneBy(DashboardEntity, { id, organisation_id }));
      const current = dashboard.dashboard_content_id;
      const [items, total] = await manager.findAndCount(DashboardContentEntity, {
        select: { id: true, organisation_id: true, created_ts: true, created_by: true },
        where: [{ dashboard_id: id }, ...(current === undefined ? [] : [{ id: current, organisation_id }])],
        order: { id: 'DESC' },
        skip: page.first_result,
        take: page.max_results,
      });
      return { items, total };
    });
  }

  /** Inserts a content and makes it the current one, if the conditions hold for the content that is current now. */
  insert(
    { id, organisation_id }: DashboardKey,
    content: string,
    { user_id, now }: AuditStamp,
    conditions: Conditions,
  ): Promise<DashboardContentEntity> {
    return writeEntities(this.dataSource, async (manager) => {
      // The lock serializes writers of one dashboard: the second one sees the first one's content.
      const dashboard = existing(
        await manager.findOne(DashboardEntity, { where: { id, organisation_id }, lock: { mode: 'pessimistic_write' } }),
      );
      assertReplaceable(conditions, dashboard.dashboard_content_id);
      const created = { created_ts: now, created_by: user_id };
      const wrapper = await manager.save(DashboardContentEntity, {
        ...created,
        organisation_id,
        dashboard_id: id,
        content,
      });
      await manager.update(DashboardEntity, { id }, { dashboard_content_id: wrapper.id });
      return wrapper;
    });
  }
}
