import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { activityStored, backfillEnded, userPointErased, userPointsMerged } from '@tributary/contracts/topics/topics';
import type { ActivitiesStored } from '@tributary/contracts/tracking/activity';
import type { BackfillEnded } from '@tributary/contracts/tracking/backfill';
import type { UserPointErased, UserPointsMerged } from '@tributary/contracts/tracking/user-point';

/** Activities with their people, as reports know them from messages in any order. */
class Facts {
  private readonly activities = new Map<string, string>();
  private readonly survivors = new Map<string, string>();
  private readonly erased = new Set<string>();

  add(value: ActivitiesStored | UserPointsMerged | UserPointErased): void {
    if ('activities' in value)
      for (const { activity_id, user_point_id } of value.activities) this.activities.set(activity_id, user_point_id);
    else if ('merges' in value)
      for (const { merged_id, survivor_id } of value.merges) this.survivors.set(merged_id, survivor_id);
    else for (const id of value.user_point_ids) this.erased.add(id);
  }

  /** `<activity> of <person>`, sorted. */
  list(): string[] {
    const known = [...this.activities].filter(([, point]) => !this.erased.has(point));
    return known.map(([activity, point]) => `${activity} of ${this.survivorOf(point)}`).sort();
  }

  private survivorOf(point: string): string {
    const next = this.survivors.get(point);
    return next === undefined ? point : this.survivorOf(next);
  }
}

/** Consumes the topics in place of analytics. What a backfill publishes is kept apart from what is published live. */
@Controller()
export class PublishedFacts {
  private static readonly live = new Map<string, Facts>();
  private static readonly backfilled = new Map<string, Facts>();
  private static readonly ids = new Set<string>();
  private static readonly ended = new Map<string, number>();

  static liveOf(datamart_id: string): string[] {
    return this.live.get(datamart_id)?.list() ?? [];
  }

  static backfilledOf(datamart_id: string): string[] {
    return this.backfilled.get(datamart_id)?.list() ?? [];
  }

  /** Whether all messages of a backfill have come. */
  static hasAllOf(request_id: string): boolean {
    const messages = [...this.ids].filter((id) => id.startsWith(`${request_id}/`)).length;
    return messages === this.ended.get(request_id);
  }

  @Consume(activityStored, { group: 'test.published-activities' })
  activities(@Payload() batch: Received<ActivitiesStored>[]): Rejection[] {
    return PublishedFacts.keep(batch);
  }

  @Consume(userPointsMerged, { group: 'test.published-merges' })
  merges(@Payload() batch: Received<UserPointsMerged>[]): Rejection[] {
    return PublishedFacts.keep(batch);
  }

  @Consume(userPointErased, { group: 'test.published-erasures' })
  erasures(@Payload() batch: Received<UserPointErased>[]): Rejection[] {
    return PublishedFacts.keep(batch);
  }

  @Consume(backfillEnded, { group: 'test.published-ends' })
  ends(@Payload() batch: Received<BackfillEnded>[]): Rejection[] {
    for (const { value } of batch) PublishedFacts.ended.set(value.request_id, value.messages);
    return [];
  }

  private static keep(batch: Received<ActivitiesStored | UserPointsMerged | UserPointErased>[]): Rejection[] {
    for (const { id, value } of batch) {
      const isBackfilled = id.includes('/');
      if (isBackfilled) this.ids.add(id);
      const kept = isBackfilled ? this.backfilled : this.live;
      let facts = kept.get(value.datamart_id);
      if (!facts) kept.set(value.datamart_id, (facts = new Facts()));
      facts.add(value);
    }
    return [];
  }
}
