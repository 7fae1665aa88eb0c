import { Injectable } from '@nestjs/common';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import type { ActivityAnalyzer } from '@tributary/contracts/admin/plugins/activity-analyzer';
import { notFound } from '@tributary/contracts/errors';
import { Access } from '@tributary/security/access';
import { ActivityAnalyzersRepository } from './activity-analyzers.repository.js';

/** Loads the analyzer of a path. */
@Injectable()
export class AnalyzerAccess {
  constructor(
    private readonly access: Access,
    private readonly analyzers: ActivityAnalyzersRepository,
  ) {}

  /** @throws RESOURCE_NOT_FOUND for a caller without a role in its organisation */
  async find(caller: Caller, id: string, needed: Role): Promise<ActivityAnalyzer> {
    const analyzer = await this.analyzers.get(id);
    this.access.requireResource(caller, analyzer, needed);
    return analyzer;
  }

  /** The same for a read that workers may do, too. A worker finds only the analyzers of its own version. */
  async findForReading(caller: Caller, id: string): Promise<ActivityAnalyzer> {
    if (caller.worker_of === undefined) return this.find(caller, id, 'READER');
    const analyzer = await this.analyzers.get(id);
    if (analyzer.version_id !== caller.worker_of) throw notFound();
    return analyzer;
  }
}
