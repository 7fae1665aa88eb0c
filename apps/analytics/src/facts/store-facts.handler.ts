import { Controller, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivitiesStored } from '@tributary/contracts/tracking/activity';
import {
  activityStored,
  backfillEnded,
  collectionsCounted,
  segmentChanged,
  segmentDeleted,
  userPointErased,
  userPointsMerged,
} from '@tributary/contracts/topics/topics';
import type { BackfillEnded } from '@tributary/contracts/tracking/backfill';
import type {
  CollectionsCounted,
  SegmentChanged,
  SegmentDeleted,
  UserPointErased,
  UserPointsMerged,
} from '@tributary/contracts/tracking/user-point';
import { FactStore } from './fact.store.js';
import {
  findFaultyActivity,
  findFaultyDeletion,
  findFaultyErasure,
  findFaultyMeasurement,
  findFaultyMerge,
  findFaultySegment,
  partitionValid,
} from './partition-valid.js';

/**
 * The controller that stores what tracking publishes as facts for reports.
 *
 * @param isShared whether processes share the partitions, because all write to one store; otherwise one process gets all
 */
export function storeFactsHandler({ isShared }: { isShared: boolean }): Type {
  const soleOwner = !isShared;
  @Controller()
  class StoreFactsHandler {
    constructor(private readonly facts: FactStore) {}

    @Consume(activityStored, { group: 'analytics.store-facts', soleOwner })
    async storeActivities(@Payload() batch: Received<ActivitiesStored>[]): Promise<Rejection[]> {
      const { valid, rejected } = partitionValid(batch, findFaultyActivity);
      if (valid.length > 0) await this.facts.storeActivities(valid);
      return rejected;
    }

    @Consume(userPointsMerged, { group: 'analytics.merge-user-points', soleOwner })
    async mergeUserPoints(@Payload() batch: Received<UserPointsMerged>[]): Promise<Rejection[]> {
      const { valid, rejected } = partitionValid(batch, findFaultyMerge);
      if (valid.length > 0) await this.facts.mergeUserPoints(valid);
      return rejected;
    }

    @Consume(userPointErased, { group: 'analytics.erase-user-points', soleOwner })
    async eraseUserPoints(@Payload() batch: Received<UserPointErased>[]): Promise<Rejection[]> {
      const { valid, rejected } = partitionValid(batch, findFaultyErasure);
      if (valid.length > 0) await this.facts.eraseUserPoints(valid);
      return rejected;
    }

    @Consume(segmentChanged, { group: 'analytics.change-segments', soleOwner })
    async changeSegments(@Payload() batch: Received<SegmentChanged>[]): Promise<Rejection[]> {
      const { valid, rejected } = partitionValid(batch, findFaultySegment);
      if (valid.length > 0) await this.facts.changeSegments(valid);
      return rejected;
    }

    @Consume(segmentDeleted, { group: 'analytics.delete-segments', soleOwner })
    async deleteSegments(@Payload() batch: Received<SegmentDeleted>[]): Promise<Rejection[]> {
      const { valid, rejected } = partitionValid(batch, findFaultyDeletion);
      if (valid.length > 0) await this.facts.deleteSegments(valid);
      return rejected;
    }

    @Consume(collectionsCounted, { group: 'analytics.count-collections', soleOwner })
    async countCollections(@Payload() batch: Received<CollectionsCounted>[]): Promise<Rejection[]> {
      const { valid, rejected } = partitionValid(batch, findFaultyMeasurement);
      if (valid.length > 0) await this.facts.countCollections(valid);
      return rejected;
    }

    // A shared store has one owner, too: it requests backfills, and runs the jobs.
    @Consume(backfillEnded, { group: 'analytics.end-backfill', soleOwner: true })
    async endBackfill(@Payload() batch: Received<BackfillEnded>[]): Promise<Rejection[]> {
      await this.facts.endBackfills(batch);
      return [];
    }
  }
  return StoreFactsHandler;
}
