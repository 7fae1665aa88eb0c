import { maxPageSize } from '@tributary/contracts/rules/json/body-limits';
import { describeActivity } from '@tributary/client/activities/describe-activity';
import { listUserActivities } from '@tributary/client/generated/sdk.gen';
import type { StoredUserActivity } from '@tributary/client/generated/types.gen';
import { formatInstant, print, type Format } from '../output/print.js';
import { say } from '../output/status-messages.js';
import type { PersonPath } from '@tributary/client/people/read-person';

/** The newest first. */
export async function listActivities(
  path: PersonPath,
  { limit, output }: { limit: number; output: Format },
): Promise<void> {
  const activities: StoredUserActivity[] = [];
  let total = Infinity;
  while (activities.length < Math.min(limit, total)) {
    const last = activities.at(-1)?.$id;
    const max_results = Math.min(maxPageSize, limit - activities.length);
    const query = { max_results, ...(typeof last === 'string' && { before: last }) };
    const { data } = await listUserActivities({ path, query });
    if (last === undefined) total = data.total;
    if (data.data.length === 0) break;
    activities.push(...data.data);
  }
  print(output, activities, () => ({
    headers: ['time (UTC)', 'type', 'channel', 'events', 'id'],
    rows: activities.map((activity) => {
      const { type, channel, events } = describeActivity(activity);
      return [formatInstant(Number(activity.$ts)), type, channel, events.join(', '), String(activity.$id)];
    }),
  }));
  if (activities.length < total) say(`These are the last ${activities.length} of ${total}: --limit shows more.`);
}
