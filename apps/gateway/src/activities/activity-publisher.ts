import { Injectable } from '@nestjs/common';
import type { Outgoing } from '@tributary/bus/messages/message';
import { mayBeWritten } from '@tributary/bus/publishing/outbound-queue';
import { Publisher, type PublishOptions } from '@tributary/bus/publishing/publisher';
import type { Topic } from '@tributary/contracts/topics/topic';
import { activityReceived, activityToAnalyze } from '@tributary/contracts/topics/topics';
import type { ActivityReceived, ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { DirectoryStore } from '@tributary/security/directory.store';
import { AcceptedCounts } from './accepted-counts.js';
import type { ReadActivity, Source } from './read-activity.js';

/** Publishes accepted activities: those of channels with activity analyzers to be analyzed, all others to be stored, or left out. */
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
      if (channel_id !== undefined && activity.outcome === undefined && this.isAnalyzed(channel_id, source))
        toAnalyze.push(messageFor({ ...activity, channel_id }));
      else received.push(messageFor(activity));
    }
    if (toAnalyze.length === 0) return this.publishTo(activityReceived, received, source);
    if (received.length === 0) return this.publishTo(activityToAnalyze, toAnalyze, source);
    await this.publishBoth(received, toAnalyze, source);
  }

  private async publishTo<Activity>(topic: Topic<Activity>, messages: Outgoing<Activity>[], source: Source) {
    await this.publisher.publish(topic, messages, this.shareOf(source)).catch((error: unknown) => {
      if (mayBeWritten(error)) this.counts.count('uncertain', source, messages.length);
      throw error;
    });
    this.counts.count('accepted', source, messages.length);
  }

  private async publishBoth(
    received: Outgoing<ActivityReceived>[],
    toAnalyze: Outgoing<ActivityToAnalyze>[],
    source: Source,
  ) {
    const [stored, analyzed] = await Promise.allSettled([
      this.publisher.publish(activityReceived, received, this.shareOf(source)),
      this.publisher.publish(activityToAnalyze, toAnalyze, this.shareOf(source)),
    ]);
    const failure = [stored, analyzed].find((result) => result.status === 'rejected');
    if (!failure) return this.counts.count('accepted', source, received.length + toAnalyze.length);
    // The client gets no receipt for any of them, but the bus has one kind, or may have it.
    const isUncertain = (result: PromiseSettledResult<void>) =>
      result.status === 'fulfilled' || mayBeWritten(result.reason);
    if (isUncertain(stored)) this.counts.count('uncertain', source, received.length);
    if (isUncertain(analyzed)) this.counts.count('uncertain', source, toAnalyze.length);
    throw failure.reason;
  }

  private shareOf({ datamart_id }: Source): PublishOptions {
    return { organisation_id: this.directory.organisationOf(datamart_id) };
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
