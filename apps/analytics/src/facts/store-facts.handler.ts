import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { ActivitiesStored } from '@tributary/contracts/activity';
import { activityStored } from '@tributary/contracts/topics';
import { FactStore } from './fact.store.js';
import { screenMessages } from './screen-messages.js';

/** Stored activities become facts. */
@Controller()
export class StoreFactsHandler {
  constructor(private readonly facts: FactStore) {}

  @Consume(activityStored, { group: 'analytics.store-facts' })
  async handle(@Payload() batch: Received<ActivitiesStored>[]): Promise<Rejection[]> {
    const { accepted, rejected } = screenMessages(batch);
    if (accepted.length > 0) await this.facts.append(accepted);
    return rejected;
  }
}
