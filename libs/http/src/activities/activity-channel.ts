import type { UserActivity } from '@tributary/contracts/tracking/user-activity';

/** The channel of an activity. An empty id is none. tracking-ingest has the same rule for the processings of a channel. */
export const channelOf = ({ $site_id, $app_id, $ctv_id }: UserActivity): string | undefined =>
  $site_id || $app_id || $ctv_id || undefined;

const fields: Record<string, '$app_id' | '$ctv_id'> = { APP_VISIT: '$app_id', CTV_VISIT: '$ctv_id' };

/** The field in which an activity of this type names its channel. */
export const channelField = ({ $type }: UserActivity): '$site_id' | '$app_id' | '$ctv_id' =>
  fields[$type] ?? '$site_id';
