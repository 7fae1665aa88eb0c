import type { ActivityToAnalyze, PublicCredential } from '@tributary/contracts/tracking/activity';

/** Columns of `waiting_activities`. */
export interface IdColumns {
  activity_id: string;
  former_ids: string[] | null;
  unkeyed_id: string | null;
  /** JSON text. */
  public_credential: string | null;
}

/** To be selected as `IdColumns`, of the rows `waiting`. */
export const idColumns =
  'waiting.activity_id, waiting.former_ids::text[] as former_ids, waiting.unkeyed_id, waiting.public_credential';

export const idsOfRow = ({ activity_id, former_ids, unkeyed_id, public_credential }: IdColumns) =>
  ({
    activity_id,
    ...(former_ids !== null && { former_ids }),
    ...(unkeyed_id !== null && { unkeyed_id }),
    ...(public_credential !== null && { public_credential: JSON.parse(public_credential) as PublicCredential }),
  }) satisfies Partial<ActivityToAnalyze>;
