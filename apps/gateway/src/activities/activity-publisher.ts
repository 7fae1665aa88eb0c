import { Injectable } from '@nestjs/common';
import type { Outgoing } from '@tributary/bus/messages/message';
import { mayBeWritten } from '@tributary/bus/publishing/outbound-queue';
import { Publisher } from '@tributary/bus/publishing/publisher';
import type { Topic } from '@tributary/contracts/topics/topic';
import { activityReceived, activityToAnalyze } from '@tributary/contracts/topics/topics';
import type { ActivityReceived, ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { DirectoryStore } from '@tributary/security/directory.store';
import { AcceptedCounts } from './accepted-counts.js';
import type { ReadActivity, Source } from './read-activity.js';

/** A call of the publisher with so many activities. */
interface PublishCall {
  activities: number;
  published: Promise<void>;
}

/** Publishes accepted activities: those of channels with activity analyzers to be analyzed, all others to be stored. */
@Injectable()
export class ActivityPublisher {
  constructor(
    private readonly publisher: Publisher,
    private readonly directory: DirectoryStore,
    private readonly counts: AcceptedCounts,
  ) {}

  /** Resolves once all activities of a request are durable. Rejects if any of them may not be: then none is promised. */
  async publish(read: ReadActivity[], source: Source): Promise<void> {
    const received: Outgoing<ActivityReceived>[] = [];
    const toAnalyze: Outgoing<ActivityToAnalyze>[] = [];
    for (const { activity, channel_id } of read) {
      if (channel_id !== undefined && this.isAnalyzed(channel_id, source))
        toAnalyze.push(messageFor({ ...activity, channel_id }));
      else received.push(messageFor(activity));
    }
    const calls: PublishCall[] = [];
    if (received.length > 0) calls.push(this.start(activityReceived, received));
    if (toAnalyze.length > 0) calls.push(this.start(activityToAnalyze, toAnalyze));
    await this.end(calls, source);
  }

  private start<Activity>(topic: Topic<Activity>, messages: Outgoing<Activity>[]): PublishCall {
    return { activities: messages.length, published: this.publisher.publish(topic, messages) };
  }

  private async end(calls: PublishCall[], source: Source): Promise<void> {
    const results = await Promise.allSettled(calls.map(({ published }) => published));
    const failure = results.find((result) => result.status === 'rejected');
    for (const [at, { activities }] of calls.entries()) {
      const result = results[at];
      if (!failure) this.counts.count('accepted', source, activities);
      // The client gets no receipt, but the bus has them, or may have them.
      else if (result?.status === 'fulfilled' || mayBeWritten(result?.reason))
        this.counts.count('uncertain', source, activities);
    }
    if (failure) throw failure.reason;
  }

  private isAnalyzed(channel_id: string, { datamart_id, isAnalyzed }: Source): boolean {
    return isAnalyzed && this.directory.analyzersOf(datamart_id, channel_id).length > 0;
  }
}

const messageFor = <Activity extends ActivityReceived | ActivityToAnalyze>(activity: Activity): Outgoing<Activity> => ({
  id: `${activity.datamart_id}/${activity.activity_id}`,
  time: activity.received_ts,
  value: activity,
});
