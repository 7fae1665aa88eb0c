import { randomUUID } from 'node:crypto';
import type { Publisher } from '@tributary/bus/publishing/publisher';
import { activitiesRefused } from '@tributary/contracts/topics/topics';
import type { ActivitiesRefused, ReceivedRefusal } from '@tributary/contracts/refusals/refused-activity';
import { uuid7 } from '@tributary/contracts/values/uuid';

/** A body that a gateway has refused: it can be stored as it is, unless it is changed. */
export const aRefusal = (changes: Partial<ReceivedRefusal> = {}): ReceivedRefusal => ({
  id: uuid7(),
  received_ts: Date.now(),
  error_code: 'BAD_REQUEST_DATA',
  error: '$type: is required',
  error_id: randomUUID(),
  credential: { kind: 'api_token', id: '1' },
  is_analyzed: true,
  body: '{"$type":"TOUCH","$user_agent_id":"p-18"}',
  is_json: true,
  is_cut: false,
  names: [],
  ...changes,
});

export const messageOf = (
  datamart_id: string,
  refusals: ReceivedRefusal[],
  changes: Partial<ActivitiesRefused> = {},
): ActivitiesRefused => ({ datamart_id, instance: randomUUID(), number: 1, refusals, left_out: 0, ...changes });

export const publishRefusals = (
  publisher: Publisher,
  datamart_id: string,
  refusals: ReceivedRefusal[],
  changes: Partial<ActivitiesRefused> = {},
): Promise<void> =>
  publisher.publish(activitiesRefused, [{ id: uuid7(), value: messageOf(datamart_id, refusals, changes) }]);
