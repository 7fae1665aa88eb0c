import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';

/** Columns of `waiting_activities`. */
export interface IdColumns {
  activity_id: string;
  former_ids: string[] | null;
  unkeyed_id: string | null;
}

/** To be selected as `IdColumns`, of the rows `waiting`. */
export const idColumns = 'waiting.activity_id, waiting.former_ids::text[] as former_ids, waiting.unkeyed_id';

export const idsOfRow = ({ activity_id, former_ids, unkeyed_id }: IdColumns) =>
  ({
    activity_id,
    ...(former_ids !== null && { former_ids }),
    ...(unkeyed_id !== null && { unkeyed_id }),
  }) satisfies Partial<ActivityToAnalyze>;
