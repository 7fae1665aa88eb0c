import { Inject, Injectable } from '@nestjs/common';
import { query } from '@tributary/database/transaction';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Upkeep } from '@tributary/runtime/repeater';
import { DataSource } from 'typeorm';

const everyMs = 10_000;

interface Progress {
  id: string;
  document_type: string;
  completed_tasks: number;
  num_tasks: number;
}

/** Logs the progress of running executions, every ten seconds. */
@Injectable()
export class ProgressLog extends Upkeep {
  private readonly logger: Logger;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    // The embedded product logs warnings only, but its operator should see imports progress.
    this.logger = logger.isLevelEnabled('warn') ? logger.child({}, { level: 'info' }) : logger;
    // The rest of the pipeline logs outages.
    this.repeat(() => this.report(), { everyMs, onError: () => undefined });
  }

  private async report(): Promise<void> {
    const { rows } = await query<Progress>(
      this.dataSource,
      `select id, document_type, completed_tasks, num_tasks from executions where status = 'RUNNING' order by id limit 10`,
    );
    for (const { id, document_type, completed_tasks, num_tasks } of rows)
      this.logger.info({ execution_id: id }, `import of ${document_type}: ${completed_tasks} of ${num_tasks} chunks`);
  }
}
