import type { ActivityToAnalyze, AnalysisOutcome } from '@tributary/contracts/tracking/activity';
import { plainColumns } from '@tributary/database/plain-array';
import type { Statement } from '@tributary/database/transaction';

export const isDropped = (outcome: AnalysisOutcome | undefined) =>
  outcome === 'dropped' || outcome === 'dropped_on_error';

/** A resend of a dropped activity is not analyzed again. */
export function rememberDropped(dropped: Pick<ActivityToAnalyze, 'datamart_id' | 'activity_id'>[]): Statement[] {
  if (dropped.length === 0) return [];
  return [
    {
      name: 'remember-dropped',
      text: `
        insert into dropped_activities (datamart_id, activity_id) select * from unnest($1::bigint[], $2::uuid[])
        on conflict do nothing`,
      values: plainColumns(dropped, 'datamart_id', 'activity_id'),
    },
  ];
}
