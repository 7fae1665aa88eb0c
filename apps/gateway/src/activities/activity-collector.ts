import { Injectable } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import type { ActivityReceipt } from '@tributary/contracts/activity';
import { activityReceived } from '@tributary/contracts/topics';
import { UserActivity } from '@tributary/contracts/user-activity';
import { parseOrThrow } from '@tributary/http/parse';
import { activityId } from './activity-id.js';
import { identifiersOf } from './identifiers-of.js';

export interface SentActivity {
  datamart_id: string;
  /** The body, parsed and as sent. */
  value: unknown;
  text: string;
  idempotencyKey: string | undefined;
}

@Injectable()
export class ActivityCollector {
  constructor(private readonly publisher: Publisher) {}

  /** Resolves once the activity is durable. */
  async collect({ datamart_id, value, text, idempotencyKey }: SentActivity): Promise<ActivityReceipt> {
    const received_ts = Date.now();
    const activity = parseOrThrow(UserActivity, value);
    const activity_id = activityId(activity.$unique_key, idempotencyKey);
    const received = { datamart_id, activity_id, received_ts, identifiers: identifiersOf(activity), body: text };
    const message = { id: `${datamart_id}/${activity_id}`, time: received_ts, value: received };
    await this.publisher.publish(activityReceived, [message]);
    return { id: activity_id, received_ts };
  }
}
