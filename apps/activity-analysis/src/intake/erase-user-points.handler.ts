import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { userPointErased } from '@tributary/contracts/topics/topics';
import type { UserPointErased } from '@tributary/contracts/tracking/user-point';
import { IntakeRepository } from './intake.repository.js';

@Controller()
export class EraseUserPointsHandler {
  constructor(private readonly intake: IntakeRepository) {}

  /** A result that arrives later from a call in progress is not stored: tracking-ingest knows who was erased, too. */
  @Consume(userPointErased, { group: 'activity-analysis.erase-user-points' })
  async handle(@Payload() batch: Received<UserPointErased>[]): Promise<Rejection[]> {
    const erased = batch.flatMap(({ time, value }) =>
      (value.identifier_digests ?? []).map((digest) => ({ digest, erasure_ts: time })),
    );
    if (erased.length > 0) await this.intake.erase(erased);
    return [];
  }
}
