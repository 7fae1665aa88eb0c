import { Injectable } from '@nestjs/common';
import { ApiError, badData } from '@tributary/contracts/errors';
import type { ActivityReceipt, ActivityReceipts, RefusedActivity } from '@tributary/contracts/tracking/activity';
import { OnlyJunk } from '@tributary/contracts/tracking/identifiers-of';
import type { ParsedJson } from '@tributary/http/json-body';
import { mapLines } from '@tributary/http/ndjson-body';
import { BreaksPlan } from '@tributary/http/tracking-plan/enforce-plan';
import { messageOf } from '@tributary/http/send-error';
import { RefusalRecorder, type Refused } from '../refused-activities/refusal-recorder.js';
import type { CollectKey } from '../collect-keys/collect-key.js';
import { CollectKeyMetrics } from '../collect-keys/collect-key-metrics.js';
import { ActivityMetrics } from './activity-metrics.js';
import { ActivityPublisher } from './activity-publisher.js';
import { ActivityRates } from './activity-rates.js';
import { readActivity, type ReadActivity, type Source } from './read-activity.js';

@Injectable()
export class ActivityCollector {
  constructor(
    private readonly publisher: ActivityPublisher,
    private readonly metrics: ActivityMetrics,
    private readonly refusals: RefusalRecorder,
    private readonly rates: ActivityRates,
    private readonly keyMetrics: CollectKeyMetrics,
  ) {}

  /** Resolves once the activity is durable. */
  async collect(body: ParsedJson, source: Source): Promise<ActivityReceipt> {
    const read = this.read(body, source);
    await this.publish([read], source);
    return receiptOf(read);
  }

  /**
   * Resolves once every activity of an NDJSON body is durable, except those of refused lines. If publishing fails, none
   * is promised.
   *
   * @throws BAD_REQUEST_DATA if all lines are refused
   */
  async collectLines(bytes: Buffer, source: Source): Promise<ActivityReceipts> {
    const refused: Refused[] = [];
    const refuse = (sent: Buffer, error: ApiError) => void refused.push({ ...refusalOf(error), sent });
    const lines = mapLines(bytes, (line, number) => this.read(line, source, number), refuse);
    // Lines with the same id are one activity: only the first is published.
    const accepted = new Map<string, ReadActivity>();
    let rejected = 0;
    for (const line of lines) {
      if (line instanceof ApiError) rejected += 1;
      else if (!accepted.has(line.activity.activity_id)) accepted.set(line.activity.activity_id, line);
    }
    const [first] = lines;
    if (accepted.size === 0 && first instanceof ApiError) {
      this.recordRefusals(refused, source);
      throw badData(`line 1: ${first.message}`);
    }
    await this.publish([...accepted.values()], source);
    // After a 503 the client sends the same lines again.
    this.recordRefusals(refused, source);
    const results = lines.map((line) => (line instanceof ApiError ? refusalOf(line) : receiptOf(line)));
    return { accepted: lines.length - rejected, rejected, results };
  }

  private read(json: ParsedJson, source: Source, line?: number): ReadActivity {
    try {
      return readActivity(json, source, line);
    } catch (error) {
      if (error instanceof BreaksPlan) this.metrics.refusedByPlan();
      if (error instanceof OnlyJunk) this.metrics.refusedAsJunk(error.junk, source);
      if (error instanceof ApiError && error.code === 'AUTHORIZATION_ERROR') this.keyMetrics.refused('channel');
      throw error;
    }
  }

  private recordRefusals(refused: Refused[], source: Source): void {
    if (refused.length === 0) return;
    for (const one of refused) this.refusals.show(source, one);
    this.refusals.keep(source, refused);
  }

  private async publish(read: ReadActivity[], source: Source): Promise<void> {
    if (source.collectKey) this.take(read, source.collectKey);
    await this.publisher.publish(read, source);
    this.metrics.accepted(read, source);
  }

  private take(read: ReadActivity[], key: CollectKey): void {
    try {
      this.rates.take(key, read.length);
    } catch (error) {
      this.keyMetrics.refused('rate');
      throw error;
    }
    this.keyMetrics.leftOut(read.reduce((sum, { profileEvents }) => sum + profileEvents, 0));
  }
}

const receiptOf = ({ activity: { activity_id: id, received_ts } }: ReadActivity): ActivityReceipt => ({
  id,
  received_ts,
});

const lineCodes = ['BAD_REQUEST_FORMAT', 'AUTHORIZATION_ERROR'] as const;

const refusalOf = (error: ApiError): RefusedActivity => ({
  error_code: lineCodes.find((code) => code === error.code) ?? 'BAD_REQUEST_DATA',
  error: messageOf(error),
});
