import { gatheringOutboxLanes } from '@tributary/bus/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What reports hear of has lanes of its own in the outbox. */
export class GatheringLanes1763700000008 implements MigrationInterface {
  name = 'GatheringLanes1763700000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(gatheringOutboxLanes);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
