import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ChunkApplied } from '@tributary/contracts/imports/import-messages';
import { importChunkApplied } from '@tributary/contracts/topics/topics';

/** Consumes the answers in place of import-worker. */
@Controller()
export class Applied {
  static readonly answers: ChunkApplied[] = [];

  @Consume(importChunkApplied, { group: 'test.applied' })
  handle(@Payload() batch: Received<ChunkApplied>[]): Rejection[] {
    Applied.answers.push(...batch.map(({ value }) => value));
    return [];
  }
}
