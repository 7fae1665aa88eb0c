import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Publisher } from '@tributary/bus/publishing/publisher';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { idsOfLines, type ChunkApplied, type ChunkParsed } from '@tributary/contracts/imports/import-messages';
import { chunkParsed, importChunkApplied } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
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

/** A batch of a new execution, of activities without ids: only the memory of batches keeps them from being stored twice. */
export function activityBatch(
  datamart_id: string,
  activities: { agent: string; fields: object }[],
  creation_ts = Date.now(),
): ChunkParsed {
  const execution_id = randomUUID();
  const idOf = idsOfLines(execution_id);
  const lines = activities.map(({ agent, fields }, index) => ({
    line: index + 1,
    operation: {
      kind: 'activity' as const,
      activity_id: idOf(index + 1),
      identifiers: [{ type: 'USER_AGENT' as const, value: agent }],
      body: JSON.stringify({ $user_agent_id: agent, ...fields }),
    },
  }));
  return { datamart_id, execution_id, chunk: 0, batch: 0, shard: 0, creation_ts, lines };
}

/** Publishes the batch and returns its answer, also if it was published before. */
export async function deliverBatch(publisher: Publisher, value: ChunkParsed): Promise<ChunkApplied> {
  const before = Applied.answers.filter(({ execution_id }) => execution_id === value.execution_id).length;
  await publisher.publish(chunkParsed, [{ id: uuid7(), value }]);
  const [answer] = (await answersTo(value.execution_id, before + 1)).slice(before);
  if (!answer) throw new Error('not answered');
  return answer;
}
