import { expect } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ChunkApplied } from '@tributary/contracts/imports/import-messages';
import { importChunkApplied } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';

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

/** The answers to an execution, as soon as there are as many. */
export const answersTo = (execution_id: string, count: number): Promise<ChunkApplied[]> =>
  eventually(() => {
    const own = Applied.answers.filter((answer) => answer.execution_id === execution_id);
    expect(own).toHaveLength(count);
    return Promise.resolve(own);
  });
