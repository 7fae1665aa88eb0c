import { randomUUID } from 'node:crypto';
import type { Received } from '@tributary/bus/message';
import type { ActivitiesStored, StoredActivity } from '@tributary/contracts/activity';
import { activityStored } from '@tributary/contracts/topics';

type Message = Received<ActivitiesStored>;

export const anActivity = (fields: Partial<StoredActivity> = {}): StoredActivity => ({
  activity_id: randomUUID(),
  user_point_id: randomUUID(),
  ts: Date.now(),
  type: 'SITE_VISIT',
  channel_id: '8298',
  ...fields,
});

/** What tracking-ingest publishes; `offset` places it on a partition of Kafka. */
export function aMessage(
  fields: Partial<ActivitiesStored> & { id?: string; time?: number; offset?: number; partition?: number } = {},
): Message {
  const {
    id = randomUUID(),
    time = Date.now(),
    offset,
    partition = 0,
    datamart_id = '1',
    activities = [anActivity()],
  } = fields;
  const message: Message = {
    topic: activityStored.name,
    key: datamart_id,
    id,
    time,
    value: { datamart_id, activities },
  };
  if (offset !== undefined) message.position = { partition, offset: BigInt(offset) };
  return message;
}
