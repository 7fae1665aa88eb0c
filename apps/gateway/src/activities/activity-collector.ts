import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Outgoing } from '@tributary/bus/messages/message';
import { mayBeWritten } from '@tributary/bus/publishing/outbound-queue';
import { Publisher } from '@tributary/bus/publishing/publisher';
import type { ActivityReceipt, ActivityReceived } from '@tributary/contracts/tracking/activity';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { FastPathUserActivity } from '@tributary/contracts/tracking/common-activity';
import { parseOrThrow } from '@tributary/http/parse';
import type { Signature } from '../access/signed-request.js';
import { AcceptedCounts } from './accepted-counts.js';
import { activityId } from './activity-id.js';

export interface SentActivity {
  datamart_id: string;
  /** The parsed body. */
  value: unknown;
  /** The body as sent. */
  text: string;
  headers: IncomingHttpHeaders;
  /** Of a signed request. */
  signature?: Signature | undefined;
}

@Injectable()
export class ActivityCollector {
  constructor(
    private readonly publisher: Publisher,
    private readonly counts: AcceptedCounts,
  ) {}

  /** Resolves once the activity is durable. */
  async collect({ datamart_id, value, text, headers, signature }: SentActivity): Promise<ActivityReceipt> {
    const received_ts = Date.now();
    const activity = parseOrThrow(FastPathUserActivity, value);
    const activity_id = activityId(activity.$unique_key, joined(headers['idempotency-key']), signature);
    const received = { datamart_id, activity_id, received_ts, identifiers: identifiersOf(activity), body: text };
    const message: Outgoing<ActivityReceived> = {
      id: `${datamart_id}/${activity_id}`,
      time: received_ts,
      value: received,
    };
    await this.publisher.publish(activityReceived, [message]).catch((error: unknown) => {
      if (mayBeWritten(error)) this.counts.count('uncertain', datamart_id, received_ts);
      throw error;
    });
    this.counts.count('accepted', datamart_id, received_ts);
    return { id: activity_id, received_ts };
  }
}

/** Joins a header that was sent twice. */
const joined = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header);
