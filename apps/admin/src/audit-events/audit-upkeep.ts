import { Injectable, Logger } from '@nestjs/common';
import { query } from '@tributary/database/transaction';
import { Health } from '@tributary/runtime/health';
import { Upkeep } from '@tributary/runtime/repeater';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { DataSource } from 'typeorm';

const canChange = `
  select rolsuper or pg_has_role(session_user, relowner, 'MEMBER') as "canChange"
  from pg_class, pg_roles where pg_class.oid = to_regclass('audit.events') and rolname = session_user`;

/** Makes partitions for the next months, drops those that ended 13 months ago, and says who could change events. */
@Injectable()
export class AuditUpkeep extends Upkeep {
  private readonly logger = new Logger(AuditUpkeep.name);
  constructor(
    private readonly dataSource: DataSource,
    private readonly health: Health,
  ) {
    super();
    this.repeat(() => this.keep(), {
      everyMs: dayMs,
      onError: (error) => this.logger.warn(`the upkeep of the audit failed and is repeated: ${String(error)}`),
    });
  }

  private async keep(): Promise<void> {
    await query(this.dataSource, 'select audit.keep()');
    const { rows } = await query<{ canChange: boolean }>(this.dataSource, canChange);
    if (rows[0]?.canChange) this.health.note('audit', 'the user of DATABASE_URL can change and delete audit events');
  }
}
