import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { ActivitiesStored } from '@tributary/contracts/activity';
import {
  activityStored,
  collectionsCounted,
  segmentChanged,
  userPointErased,
  userPointsMerged,
} from '@tributary/contracts/topics';
import type {
  CollectionsCounted,
  SegmentChanged,
  UserPointErased,
  UserPointsMerged,
} from '@tributary/contracts/user-point';
import { FactStore } from './fact.store.js';
import {
  findFaultyActivity,
  findFaultyErasure,
  findFaultyMeasurement,
  findFaultyMerge,
  findFaultySegment,
  screenMessages,
} from './screen-messages.js';

/** What tracking tells becomes what reports read. */
@Controller()
export class StoreFactsHandler {
  constructor(private readonly facts: FactStore) {}

  @Consume(activityStored, { group: 'analytics.store-facts' })
  async storeActivities(@Payload() batch: Received<ActivitiesStored>[]): Promise<Rejection[]> {
    const { accepted, rejected } = screenMessages(batch, findFaultyActivity);
    if (accepted.length > 0) await this.facts.storeActivities(accepted);
    return rejected;
  }

  @Consume(userPointsMerged, { group: 'analytics.merge-user-points' })
  async mergeUserPoints(@Payload() batch: Received<UserPointsMerged>[]): Promise<Rejection[]> {
    const { accepted, rejected } = screenMessages(batch, findFaultyMerge);
    if (accepted.length > 0) await this.facts.mergeUserPoints(accepted);
    return rejected;
  }

  @Consume(userPointErased, { group: 'analytics.erase-user-points' })
  async eraseUserPoints(@Payload() batch: Received<UserPointErased>[]): Promise<Rejection[]> {
    const { accepted, rejected } = screenMessages(batch, findFaultyErasure);
    if (accepted.length > 0) await this.facts.eraseUserPoints(accepted);
    return rejected;
  }

  @Consume(segmentChanged, { group: 'analytics.change-segments' })
  async changeSegments(@Payload() batch: Received<SegmentChanged>[]): Promise<Rejection[]> {
    const { accepted, rejected } = screenMessages(batch, findFaultySegment);
    if (accepted.length > 0) await this.facts.changeSegments(accepted);
    return rejected;
  }

  @Consume(collectionsCounted, { group: 'analytics.count-collections' })
  async countCollections(@Payload() batch: Received<CollectionsCounted>[]): Promise<Rejection[]> {
    const { accepted, rejected } = screenMessages(batch, findFaultyMeasurement);
    if (accepted.length > 0) await this.facts.countCollections(accepted);
    return rejected;
  }
}
