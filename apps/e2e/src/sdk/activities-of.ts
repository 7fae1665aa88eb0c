import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';

interface StoredActivity {
  id: string;
  $type: string;
  n?: number;
  $events?: { $event_name: string; $properties: Record<string, unknown> }[];
}

/** The stored activities of an account, oldest first. */
export async function activitiesOf({ url, token }: Platform, account: string): Promise<StoredActivity[]> {
  const selector = `compartment_id=default,user_account_id=${account}`;
  const stored = await new Client(url, token).list<StoredActivity>(
    `/datamarts/1/user_points/${selector}/user_activities?max_results=500`,
  );
  return stored.toReversed();
}
