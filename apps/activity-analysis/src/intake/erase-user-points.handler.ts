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

  /** A result that arrives later from a call in progress is not stored: tracking-ingest knows who was erased. */
  @Consume(userPointErased, { group: 'activity-analysis.erase-user-points' })
  async handle(@Payload() batch: Received<UserPointErased>[]): Promise<Rejection[]> {
    const digests = batch.flatMap(({ value }) => value.identifier_digests ?? []);
    if (digests.length > 0) await this.intake.erase(digests, Math.max(...batch.map(({ time }) => time)));
    return [];
  }
}
