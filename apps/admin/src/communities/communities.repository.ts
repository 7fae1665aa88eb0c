import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { Community, CommunityInput } from '@tributary/contracts/admin/community';
import type { ListQuery } from '@tributary/contracts/list-query';
import { getEntity, listEntities, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, Raw } from 'typeorm';
import { visibilityOf, visibleOrganisations } from '../organisations/visible-organisations.js';
import { CommunityEntity } from './community.entity.js';

@Injectable()
export class CommunitiesRepository {
  constructor(private readonly dataSource: DataSource) {}

  list(caller: Caller, page: ListQuery): Promise<Page<Community>> {
    const visible = `select community_id from organisations where id in (${visibleOrganisations})`;
    return listEntities(
      this.dataSource,
      CommunityEntity,
      { id: Raw((column) => `${column} in (${visible})`, visibilityOf(caller)) },
      page,
    );
  }

  get(id: string): Promise<Community> {
    return getEntity(this.dataSource, CommunityEntity, { id });
  }

  async update(id: string, input: CommunityInput): Promise<Community> {
    await writeEntities(this.dataSource, (manager) => manager.update(CommunityEntity, { id }, input));
    return this.get(id);
  }
}
