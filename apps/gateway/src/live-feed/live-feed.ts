import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Bus } from '@tributary/bus/bus';
import type { FollowedMessage, Following } from '@tributary/bus/following/follower';
import { unavailable } from '@tributary/contracts/errors';
import { activityReceived, activityToAnalyze } from '@tributary/contracts/topics/topics';
import { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { FairSlots } from '@tributary/contracts/shares/fair-slots';
import { FeedActivity } from './feed-activity.js';
import type { FeedQuery } from '@tributary/contracts/collecting/feed-query';
import type { LiveFeedMetrics } from './live-feed-metrics.js';
import type { Refusals } from './refusals.js';
import { Viewer } from './viewer.js';
import { WatchedDatamarts } from './watched-datamarts.js';

/** Limits of one gateway. A feed that does not fit is refused at once. */
interface FeedLimits {
  perDatamart: number;
  /** Shared by organisation. */
  total: number;
  /** How long a datamart is followed after its last viewer has left. */
  idleMs: number;
}

export const feedLimits: FeedLimits = { perDatamart: 5, total: 50, idleMs: 30_000 };

/** A datamart, and the organisation whose share a feed of it takes. */
interface FeedOwner {
  organisation_id: string;
  datamart_id: string;
}

const tickMs = 1_000;
/** The longest that the answer waits until later activities are seen. While Kafka is down the feed opens all the same. */
const startMs = 1_000;

/** Shows what gateways accept, and what this one refuses. It reads nothing while no client looks. */
export class LiveFeed implements BeforeApplicationShutdown {
  private readonly watched: WatchedDatamarts;
  private readonly slots: FairSlots;
  private following: Following | undefined;
  private ticks: NodeJS.Timeout | undefined;
  private readonly closing = new AbortController();

  constructor(
    private readonly bus: Pick<Bus, 'follow'>,
    private readonly refusals: Refusals,
    private readonly metrics: LiveFeedMetrics,
    private readonly limits: FeedLimits = feedLimits,
  ) {
    this.watched = new WatchedDatamarts({ ...limits, onIdle: () => this.stopUnlessWatched() });
    const [waiting, held] = [0, limits.total];
    const shares = [
      { held, waiting },
      { held: limits.perDatamart, waiting },
    ];
    this.slots = new FairSlots({ held, waiting, byOrganisation: true, shares });
    metrics.countViewers(() => this.watched.viewers);
    metrics.shareViewers(() => this.slots.organisations());
    refusals.onRefusal((datamart_id, refusal) => {
      for (const viewer of this.watched.viewersOf(datamart_id)) viewer.showRefusal(refusal);
    });
  }

  beforeApplicationShutdown(): void {
    this.closing.abort();
    for (const viewer of this.watched.allViewers()) viewer.end();
    this.watched.clear();
    this.stopUnlessWatched();
  }

  /** Rejects with SERVICE_UNAVAILABLE if too many feeds are open. */
  async open({ organisation_id, datamart_id }: FeedOwner, query: FeedQuery): Promise<Viewer> {
    if (this.closing.signal.aborted) throw unavailable('this gateway stops');
    const slot = await this.slots.take([organisation_id, datamart_id], 1, this.closing.signal);
    if (typeof slot === 'string') this.refuse(datamart_id);
    const viewer = new Viewer(datamart_id, query, this.metrics.count);
    viewer.once('close', slot.release);
    viewer.replay(this.watched.recentOf(datamart_id), this.refusals.of(datamart_id));
    this.watched.add(viewer);
    viewer.once('close', () => this.watched.remove(viewer));
    await Promise.race([this.follow(), sleep(startMs, undefined, { ref: false })]);
    return viewer;
  }

  private refuse(datamart_id: string): never {
    const { perDatamart } = this.limits;
    if (this.watched.viewersOf(datamart_id).size >= perDatamart)
      throw unavailable(`${perDatamart} live feeds of the datamart are open; end one of them first`);
    throw unavailable('too many live feeds of the organisation are open; end one of them first');
  }

  /** Resolves once later activities are seen. */
  private follow(): Promise<void> {
    this.ticks ??= setInterval(() => this.tick(), tickMs).unref();
    this.following ??= this.bus.follow([activityReceived, activityToAnalyze], {
      wants: (key) => this.watched.has(datamartIn(key)),
      onMessage: (message) => this.show(message),
    });
    return this.following.started;
  }

  private stopUnlessWatched(): void {
    if (this.watched.size > 0) return;
    clearInterval(this.ticks);
    this.following?.stop();
    this.ticks = this.following = undefined;
  }

  private tick(): void {
    const now = Date.now();
    for (const viewer of this.watched.allViewers()) viewer.tick(now);
  }

  private show({ read }: FollowedMessage): void {
    const { success, data } = ActivityReceived.safeParse(read());
    // The end of an analysis: the activity was shown when a gateway accepted it.
    if (!success || data.analysis_id !== undefined || data.outcome !== undefined) return;
    const activity = new FeedActivity(data);
    this.watched.keep(data.datamart_id, activity);
    const now = Date.now();
    for (const viewer of this.watched.viewersOf(data.datamart_id)) viewer.showActivity(activity, now);
  }
}

/** Keys of both topics begin with it. */
const datamartIn = (key: string) => key.slice(0, Math.max(key.indexOf('|'), 0));
