/** The user who did it. An account without a compartment is in the datamart's default one. */
export type UserIdentifier =
  | { $type: 'USER_ACCOUNT'; $user_account_id: string; $compartment_id?: string }
  | { $type: 'USER_AGENT'; $user_agent_id: string }
  | { $type: 'USER_EMAIL'; $email?: string; $hash?: string };

export interface ActivityEvent {
  $event_name: string;
  /** Epoch milliseconds. Default: the activity's. */
  $ts?: number;
  $properties?: Record<string, unknown>;
}

/** An activity as the API takes it, with any keys of your own. */
export interface Activity {
  /** SITE_VISIT, APP_VISIT, CTV_VISIT, TOUCH or any other. */
  $type: string;
  /** UUID. The activity is stored once per key. Default: a new UUIDv7 when it is queued. */
  $unique_key?: string;
  /** Epoch milliseconds. Default: when it is queued. */
  $ts?: number;
  $session_status?: 'NO_SESSION' | 'IN_SESSION' | 'CLOSED_SESSION' | 'SESSION_SNAPSHOT';
  $site_id?: string;
  $app_id?: string;
  $ctv_id?: string;
  /** Whose it is, instead of those of `identify` and, in a browser, the id of the browser. */
  $user_identifiers?: UserIdentifier[];
  $events?: ActivityEvent[];
  [key: string]: unknown;
}

/** An activity of the queue: its id and its time never change. */
export type QueuedActivity = Activity & { $unique_key: string; $ts: number };
