import { Injectable } from '@nestjs/common';
import { constraintViolation, existing, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import {
  maxSavedReports,
  type SavedReport,
  type SavedReportInput,
} from '@tributary/contracts/saved-reports/saved-report';
import { listEntities, readEntities, violatedConstraint, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { SavedReportEntity } from './saved-report.entity.js';

/** Whose reports, and of which datamart. A report is only found with its owner. */
export interface ReportOwner {
  user_id: string;
  datamart_id: string;
}
type ReportKey = ReportOwner & { id: string };

@Injectable()
export class SavedReportsRepository {
  constructor(private readonly dataSource: DataSource) {}

  list(owner: ReportOwner, page: ListQuery): Promise<Page<SavedReport>> {
    return listEntities(this.dataSource, SavedReportEntity, { ...owner }, page);
  }

  get(key: ReportKey): Promise<SavedReport> {
    return readEntities(this.dataSource, (manager) => find(manager, key));
  }

  /** @throws CONSTRAINT_VIOLATION_EXCEPTION for one too many, and for a name that another report has */
  insert(owner: ReportOwner, input: SavedReportInput): Promise<SavedReport> {
    return write(this.dataSource, async (manager) => {
      // The lock serializes the writers of one user: the count is exact.
      const users = await manager.query<unknown[]>('select id from users where id = $1 for no key update', [
        owner.user_id,
      ]);
      if (users.length === 0) throw notFound();
      if ((await manager.countBy(SavedReportEntity, { ...owner })) >= maxSavedReports)
        throw constraintViolation(`a user saves at most ${maxSavedReports} reports in a datamart`);
      const now = Date.now();
      const row = { ...input, ...owner, creation_ts: now, last_modified_ts: now };
      const { id } = await manager.save(SavedReportEntity, row);
      return find(manager, { ...owner, id });
    });
  }

  /** @throws RESOURCE_NOT_FOUND, or CONSTRAINT_VIOLATION_EXCEPTION for a name that another report has */
  update(key: ReportKey, input: SavedReportInput): Promise<SavedReport> {
    return write(this.dataSource, async (manager) => {
      await manager.update(SavedReportEntity, { ...key }, { ...input, last_modified_ts: Date.now() });
      return find(manager, key);
    });
  }

  async delete(key: ReportKey): Promise<void> {
    const { affected } = await writeEntities(this.dataSource, (manager) =>
      manager.delete(SavedReportEntity, { ...key }),
    );
    if (affected === 0) throw notFound();
  }
}

async function find(manager: EntityManager, key: ReportKey): Promise<SavedReport> {
  return existing(await manager.findOneBy(SavedReportEntity, { ...key }));
}

async function write<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  try {
    return await writeEntities(dataSource, work);
  } catch (error) {
    if (violatedConstraint(error) !== 'saved_reports_name') throw error;
    throw constraintViolation('name: another saved report has it');
  }
}
