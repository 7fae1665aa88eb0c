import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { Community, CommunityInput } from '@tributary/contracts/admin/community';
import { notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { readEntities, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, Raw } from 'typeorm';
import { visibilityOf, visibleOrganisations } from '../organisations/visible-organisations.js';
import { CommunityEntity } from './community.entity.js';

@Injectable()
export class CommunitiesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(caller: Caller, page: ListQuery): Promise<Page<Community>> {
    const visible = `select community_id from organisations where id in (${visibleOrganisations})`;
    const [items, total] = await readEntities(this.dataSource, (manager) =>
      manager.findAndCount(CommunityEntity, {
        where: { id: Raw((column) => `${column} in (${visible})`, visibilityOf(caller)) },
        order: { id: 'ASC' },
        skip: page.first_result,
        take: page.max_results,
      }),
    );
    return { items, total };
  }

  async get(id: string): Promise<Community> {
    const community = await readEntities(this.dataSource, (manager) => manager.findOneBy(CommunityEntity, { id }));
    if (!community) throw notFound();
    return community;
  }

  async update(id: string, input: CommunityInput): Promise<Community> {
    await writeEntities(this.dataSource, (manager) => manager.update(CommunityEntity, { id }, input));
    return this.get(id);
  }
}
