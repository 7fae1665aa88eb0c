import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { collectionsRequested } from '@tributary/contracts/topics/topics';
import type { CollectionsRequested } from '@tributary/contracts/tracking/user-point';
import { CollectionsCounting } from './collections-counting.js';

@Controller()
export class RecountCollectionsHandler {
  constructor(private readonly counting: CollectionsCounting) {}

  /** However often they are asked for, the collections of a datamart are counted once a minute. */
  @Consume(collectionsRequested, { group: 'tracking-ingest.recount-collections' })
  async handle(@Payload() batch: Received<CollectionsRequested>[]): Promise<Rejection[]> {
    const datamart_ids = new Set(batch.flatMap(({ value }) => value.datamart_ids));
    await this.counting.countAgain([...datamart_ids], Date.now());
    return [];
  }
}
