import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { constraintViolation } from '@tributary/contracts/errors';
import type { Organisation, OrganisationInput } from '@tributary/contracts/admin/organisation';
import type { TenantListQuery } from '@tributary/contracts/tenant-list-query';
import { getEntity, listEntities, violatedConstraint, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { readOrganisations } from '../access-events/access-state.js';
import { visibleTo } from './visible-organisations.js';
import { OrganisationEntity } from './organisation.entity.js';

@Injectable()
export class OrganisationsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  list(caller: Caller, query: TenantListQuery): Promise<Page<Organisation>> {
    return listEntities(this.dataSource, OrganisationEntity, { id: visibleTo(caller, query) }, query);
  }

  get(id: string): Promise<Organisation> {
    return getEntity(this.dataSource, OrganisationEntity, { id });
  }

  insert(input: OrganisationInput): Promise<Organisation> {
    return withUniqueName(() =>
      this.changes.make(async (manager, events) => {
        const organisation = await manager.save(OrganisationEntity, { ...input });
        await events.directoryChanged(await readOrganisations(manager, [organisation.id]));
        return manager.findOneByOrFail(OrganisationEntity, { id: organisation.id });
      }),
    );
  }

  async update(id: string, names: Pick<Organisation, 'name' | 'technical_name'>): Promise<Organisation> {
    await withUniqueName(() =>
      writeEntities(this.dataSource, (manager) => manager.update(OrganisationEntity, { id }, names)),
    );
    return this.get(id);
  }
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'organisations_technical_name') throw error;
    throw constraintViolation('technical_name: another organisation of the community has it already');
  }
}
