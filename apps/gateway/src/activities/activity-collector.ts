import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Outgoing } from '@tributary/bus/message';
import { mayBeWritten } from '@tributary/bus/outbound-queue';
import { Publisher } from '@tributary/bus/publisher';
import type { ActivityReceipt, ActivityReceived } from '@tributary/contracts/activity';
import { identifiersOf } from '@tributary/contracts/identifiers-of';
import { activityReceived } from '@tributary/contracts/topics';
import { QuickUserActivity } from '@tributary/contracts/usual-activity';
import { parseOrThrow } from '@tributary/http/parse';
import type { Signature } from '../access/signed-request.js';
import { AcceptedTallies } from './accepted-tallies.js';
import { activityId } from './activity-id.js';

export interface SentActivity {
  datamart_id: string;
  /** The body, parsed and as sent. */
  value: unknown;
  text: string;
  headers: IncomingHttpHeaders;
  /** Of a signed request. */
  signature?: Signature | undefined;
}

@Injectable()
export class ActivityCollector {
  constructor(
    private readonly publisher: Publisher,
    private readonly tallies: AcceptedTallies,
  ) {}

  /** Resolves once the activity is durable. */
  async collect({ datamart_id, value, text, headers, signature }: SentActivity): Promise<ActivityReceipt> {
    const received_ts = Date.now();
    const activity = parseOrThrow(QuickUserActivity, value);
    const activity_id = activityId(activity.$unique_key, joined(headers['idempotency-key']), signature);
    const received = { datamart_id, activity_id, received_ts, identifiers: identifiersOf(activity), body: text };
    const message: Outgoing<ActivityReceived> = {
      id: `${datamart_id}/${activity_id}`,
      time: received_ts,
      value: received,
    };
    await this.publisher.publish(activityReceived, [message]).catch((error: unknown) => {
      if (mayBeWritten(error)) this.tallies.count('unsure', datamart_id, received_ts);
      throw error;
    });
    this.tallies.count('accepted', datamart_id, received_ts);
    return { id: activity_id, received_ts };
  }
}

/** A header that was sent twice, as one. */
const joined = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header);
