import { Readable } from 'node:stream';
import type { FeedActivity } from './feed-activity.js';
import type { FeedQuery } from '@tributary/contracts/collecting/feed-query';
import { matchesFilter, matchesRefusal } from './matches-filter.js';
import type { KeptRefusal } from './refusals.js';
import { Sampler } from './sampler.js';
import { sseComment, sseEvent } from './sse-event.js';

/** Interval of the comments that keep proxies from closing an idle connection. Access is checked again with each. */
const pingMs = 15_000;
/** Bytes that may wait for a slow client, beside one more event. */
const maxWaitingBytes = 512 * 1024;

type OnOutcome = (outcome: 'shown' | 'skipped') => void;

/** The live feed of one client, as Server-Sent Events. */
export class Viewer extends Readable {
  private readonly activities: Sampler | undefined;
  private readonly refusals: Sampler | undefined;
  private skipped = 0;
  private pingedAt: number;
  private hasEnded = false;

  constructor(
    readonly datamart_id: string,
    private readonly query: FeedQuery,
    private readonly onOutcome: OnOutcome,
    now = Date.now(),
  ) {
    super();
    // A search for one person shows everything that it finds.
    if (!query.identifier) {
      this.activities = new Sampler(query.sample, now);
      this.refusals = new Sampler(query.sample, now);
    }
    this.pingedAt = now;
    this.push(sseComment('open'));
  }

  /** Sends what came before, without sampling. */
  replay(activities: readonly FeedActivity[], refusals: readonly KeptRefusal[]): void {
    for (const kept of refusals) if (matchesRefusal(this.query, kept.refusal)) this.send(kept.event);
    for (const activity of activities) if (matchesFilter(this.query, activity)) this.send(activity.event);
  }

  showActivity(activity: FeedActivity, now = Date.now()): void {
    if (!matchesFilter(this.query, activity)) return;
    if (this.activities && !this.activities.passes(now)) this.skip();
    else this.sendUnlessSlow(() => activity.event);
  }

  showRefusal(kept: KeptRefusal, now = Date.now()): void {
    if (!matchesRefusal(this.query, kept.refusal)) return;
    if (this.refusals && !this.refusals.passes(now)) this.skip();
    else this.sendUnlessSlow(() => kept.event);
  }

  /** Call it each second. */
  tick(now = Date.now()): void {
    this.activities?.beginSecond(now);
    this.refusals?.beginSecond(now);
    // The count is sent once the client reads on.
    if (this.isSlow()) return;
    if (this.skipped > 0) this.send(sseEvent('skipped', JSON.stringify({ count: this.skipped })));
    this.skipped = 0;
    if (now - this.pingedAt < pingMs) return;
    this.pingedAt = now;
    this.send(sseComment('ping'));
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.push(null);
  }

  override _read(): void {}

  /** Its events are made for those viewers only that get them. */
  private sendUnlessSlow(eventOf: () => string): void {
    if (this.isSlow()) return this.skip();
    this.send(eventOf());
    this.onOutcome('shown');
  }

  private isSlow(): boolean {
    return this.readableLength > maxWaitingBytes;
  }

  private skip(): void {
    this.skipped += 1;
    this.onOutcome('skipped');
  }

  private send(text: string): void {
    if (!this.hasEnded && !this.destroyed) this.push(text);
  }
}
