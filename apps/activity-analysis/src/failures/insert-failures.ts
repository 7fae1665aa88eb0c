import type { AnalysisFailureClass } from '@tributary/contracts/tracking/analysis-failure';
import { insertRows } from '@tributary/database/insert-rows';
import type { UnitOfWork } from '@tributary/database/transaction';

/** An analyzer has failed on an activity for good. */
export interface AnalyzerFailure {
  analyzer_id: string;
  activity_id: string;
  failure: AnalysisFailureClass;
  /** HTTP's, if the plugin has answered. */
  status?: number | undefined;
  attempts: number;
}

const columns = ['analyzer_id', 'activity_id', 'ts', 'class', 'status', 'attempts'];

export async function insertFailures(work: UnitOfWork, failures: AnalyzerFailure[]): Promise<void> {
  const rows = failures.map(({ analyzer_id, activity_id, failure, status = null, attempts }) => {
    return [analyzer_id, activity_id, Date.now(), failure, status, attempts];
  });
  await insertRows(work, 'analysis_failures', columns, rows);
}
