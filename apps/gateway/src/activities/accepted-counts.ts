import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Publisher } from '@tributary/bus/publishing/publisher';
import { hourOf, type AcceptedCount } from '@tributary/contracts/tracking/activities-accepted';
import { activitiesAccepted } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { hourMs } from '@tributary/contracts/rules/time-units';
import { publishUntilClosed } from '../publish-until-closed.js';

/** A gateway that is killed loses the unpublished counts of this time. */
const everyMs = 1_000;
/** Far below the size limit of a message. */
const countsPerMessage = 1_000;
/** Long after the end of an hour: by then each of its activities is acknowledged or refused. */
const completedAfterMs = 10 * 60_000;

/** Activities with the same datamart and hour are counted together. */
interface CountKey {
  datamart_id: string;
  received_ts: number;
}

/** Counts and publishes the activities that this gateway accepts, by datamart and hour, for reconciliation. */
@Injectable()
export class AcceptedCounts implements OnModuleInit {
  private readonly instance = randomUUID();
  private readonly counts = new Map<string, AcceptedCount>();
  private readonly unpublished = new Set<AcceptedCount>();

  constructor(
    private readonly publisher: Publisher,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    const publish = () => this.publish(Date.now());
    publishUntilClosed(this.host, { everyMs, publish, publishRest: publish });
  }

  /** Adds `published` activities, all of one request. */
  count(outcome: 'accepted' | 'uncertain', { datamart_id, received_ts }: CountKey, published: number): void {
    const hour_ts = hourOf(received_ts);
    const key = `${hour_ts}/${datamart_id}`;
    let count = this.counts.get(key);
    if (!count) {
      count = { datamart_id, hour_ts, accepted: 0, uncertain: 0 };
      this.counts.set(key, count);
    }
    count[outcome] += published;
    this.unpublished.add(count);
  }

  private async publish(now: number): Promise<void> {
    const { instance } = this;
    const counts = [...this.unpublished];
    this.unpublished.clear();
    for (let start = 0; start < counts.length; start += countsPerMessage) {
      const some = counts.slice(start, start + countsPerMessage);
      // Copies: activities counted meanwhile are published the next time.
      const value = { instance, counts: some.map((count) => ({ ...count })) };
      await this.publisher.publish(activitiesAccepted, [{ id: uuid7(), value }]).catch((error: unknown) => {
        for (const count of counts.slice(start)) this.unpublished.add(count);
        throw error;
      });
    }
    this.deleteCompleted(now);
  }

  private deleteCompleted(now: number): void {
    for (const [key, count] of this.counts) {
      const isCompleted = count.hour_ts + hourMs + completedAfterMs < now;
      if (isCompleted && !this.unpublished.has(count)) this.counts.delete(key);
    }
  }
}
