import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { EventsRecorded } from '@tributary/contracts/audit/audit-event';
import { eventsRecorded } from '@tributary/contracts/topics/topics';
import { AuditEventsRepository } from './audit-events.repository.js';

/** Stores the events of the other apps. */
@Controller()
export class StoreAuditEventsHandler {
  constructor(private readonly events: AuditEventsRepository) {}

  @Consume(eventsRecorded, { group: 'admin.store-audit-events' })
  async handle(@Payload() batch: Received<EventsRecorded>[]): Promise<Rejection[]> {
    await this.events.insert(batch.flatMap(({ value }) => value.events));
    return [];
  }
}
