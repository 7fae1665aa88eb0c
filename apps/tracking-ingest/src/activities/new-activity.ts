import type { JsonObject } from '@tributary/contracts/rules/json/json-object';
import type { EnforcedProcessing } from '@tributary/contracts/admin/processing';
import type { PublicCredential } from '@tributary/contracts/tracking/activity';
import type { ActivityFacts } from '@tributary/contracts/tracking/activity-facts';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import type { TraceOrigin } from '../traces/trace-origin.js';

export interface NewActivity {
  datamart_id: string;
  activity_id: string;
  /** The execution of the import that it is a line of. */
  execution_id?: string;
  /** Its ids of other derivations: one that is stored under any of them is stored. */
  former_ids?: string[];
  /** The end of its analysis, if it had one. */
  analysis_id?: string | undefined;
  received_ts: number;
  /** For its trace. */
  origin?: TraceOrigin | undefined;
  /** The public credential that it came with; undefined if it is trusted. */
  public_credential?: PublicCredential | undefined;
  /** Its events as parsed, unless they are many. */
  events?: JsonObject[] | undefined;
  /** The names of events that the tracking plan has left out of it. */
  blocked_events?: string[] | undefined;
  identifiers: Identifier[];
  /** As sent, where an older version has read them otherwise. */
  sent?: Identifier[];
  day: string;
  /** Epoch milliseconds, as decimal text: an int64 may exceed a JavaScript number. */
  ts: string;
  type: string;
  channel_id: string | null;
  /** The channel whose processings decide: `$site_id`, `$app_id` or `$ctv_id`. For reports `$channel_id` serves, too. */
  source_channel_id?: string;
  /** The processings of the channel, if any decide (ADR 30). Its person's choices are read then. */
  processings?: readonly EnforcedProcessing[];
  readsChoices?: boolean;
  event_count: number;
  /** The fields that reports need. */
  facts: ActivityFacts;
  /** Whether it has events that write to profiles or choices. */
  writesData: boolean;
  body: string;
}
