import { isId } from '@tributary/contracts/values/integer-id';
import { Injectable } from '@nestjs/common';
import type { DashboardRegistration, DashboardRegistrationInput } from '@tributary/contracts/admin/dashboard';
import type { DashboardListQuery } from '@tributary/contracts/admin/dashboard-queries';
import { constraintViolation, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { getEntity, listEntities, violatedConstraint, writeEntities } from '@tributary/database/entities';
import { containing } from '@tributary/database/sql-expressions';
import type { Page } from '@tributary/http/paged';
import { And, DataSource, ILike, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { DashboardContentEntity } from './dashboard-content.entity.js';
import { DashboardEntity } from './dashboard.entity.js';

/** A dashboard is only found together with its organisation. */
export interface DashboardKey {
  id: string;
  organisation_id: string;
}

/** The user and the time of a write. */
export interface AuditStamp {
  user_id: string;
  now: number;
}

@Injectable()
export class DashboardsRepository {
  constructor(private readonly dataSource: DataSource) {}

  list({ first_result, max_results, ...filters }: DashboardListQuery): Promise<Page<DashboardRegistration>> {
    return listEntities(this.dataSource, DashboardEntity, matching(filters), { first_result, max_results });
  }

  get(key: DashboardKey): Promise<DashboardRegistration> {
    return getEntity(this.dataSource, DashboardEntity, { ...key });
  }

  insert(input: DashboardRegistrationInput, { user_id, now }: AuditStamp): Promise<DashboardRegistration> {
    const created = { created_ts: now, created_by: user_id, last_modified_ts: now, last_modified_by: user_id };
    return translateCommunityMismatch(() =>
      writeEntities(this.dataSource, async (manager) => {
        const content = await attached(manager, input);
        const { id } = await manager.save(DashboardEntity, { ...input, ...content, ...created });
        return manager.findOneByOrFail(DashboardEntity, { id });
      }),
    );
  }

  update(
    key: DashboardKey,
    input: DashboardRegistrationInput,
    { user_id, now }: AuditStamp,
  ): Promise<DashboardRegistration> {
    const modified = { last_modified_ts: now, last_modified_by: user_id };
    return translateCommunityMismatch(() =>
      writeEntities(this.dataSource, async (manager) => {
        const content = await attached(manager, input);
        const { affected } = await manager.update(DashboardEntity, { ...key }, { ...input, ...content, ...modified });
        if (affected === 0) throw notFound();
        return manager.findOneByOrFail(DashboardEntity, { id: key.id });
      }),
    );
  }

  /** Also deletes all versions of its content, except those that other dashboards have. */
  async delete(key: DashboardKey): Promise<void> {
    const { affected } = await writeEntities(this.dataSource, async (manager) => {
      const contents = [key.id, key.organisation_id];
      await manager.query(lockContents, contents);
      await manager.query(giveContentsAway, contents);
      return manager.delete(DashboardEntity, { ...key });
    });
    if (affected === 0) throw notFound();
  }
}

/** A dashboard that attaches one of them meanwhile is waited for. */
const lockContents = 'select from dashboard_contents where dashboard_id = $1 and organisation_id = $2 for update';
const giveContentsAway = `
  update dashboard_contents content set dashboard_id = other.id
  from dashboards other
  where content.dashboard_id = $1 and content.organisation_id = $2
    and other.dashboard_content_id = content.id and other.id <> $1`;

/**
 * The content that a body attaches, locked until the transaction ends, so that its dashboard is not deleted meanwhile.
 *
 * @throws CONSTRAINT_VIOLATION_EXCEPTION if the organisation has none of that id
 */
async function attached(
  manager: EntityManager,
  { dashboard_content_id, organisation_id }: DashboardRegistrationInput,
): Promise<{ dashboard_content_id?: string }> {
  if (dashboard_content_id === undefined) return {};
  const content = isId(dashboard_content_id)
    ? await manager.findOne(DashboardContentEntity, {
        select: { id: true },
        where: { id: dashboard_content_id, organisation_id },
        lock: { mode: 'pessimistic_write' },
      })
    : null;
  if (!content) throw constraintViolation('dashboard_content_id: the organisation has no content of this id');
  return { dashboard_content_id };
}

const matching = ({
  organisation_id,
  archived,
  keywords,
}: Omit<DashboardListQuery, keyof ListQuery>): FindOptionsWhere<DashboardEntity> => ({
  organisation_id,
  ...(archived !== undefined && { archived }),
  ...(keywords.length > 0 && { title: And(...keywords.map((word) => ILike(containing(word)))) }),
});

async function translateCommunityMismatch<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'dashboards_organisation_of_community') throw error;
    throw constraintViolation('community_id: the organisation does not belong to this community');
  }
}
