import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { Publisher } from '@tributary/bus/publishing/publisher';
import type {
  ChunkApplied,
  ChunkParsed,
  ImportOperation,
  LineFailure,
} from '@tributary/contracts/imports/import-messages';
import { chunkParsed, importChunkApplied } from '@tributary/contracts/topics/topics';
import { unavailable } from '@tributary/contracts/errors';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { identifiersIn } from '../src/lines/line-identifier.js';

/** Behaves like tracking, as tracking's own specs assert: applies each batch once, and answers it every time. */
export class Tracking {
  /** The publisher of the app under test. */
  publisher?: Publisher;
  /** Applied lines, in the order in which they took effect. */
  readonly applied: { execution_id: string; line: number; operation: ImportOperation }[] = [];
  readonly received: ChunkParsed[] = [];
  private readonly answers = new Map<string, ChunkApplied>();
  /** Whether the line fails because of the stored state. */
  refuses = (_operation: ImportOperation): boolean => false;
  /** Batches are applied once this resolves. */
  gate: Promise<void> = Promise.resolve();
  isDown = false;
  answersTwice = false;
  /** Whether to lose the answer. */
  loses = (): boolean => false;

  async apply(batch: ChunkParsed): Promise<ChunkApplied> {
    await this.gate;
    if (this.isDown) throw unavailable('tracking is down');
    this.received.push(batch);
    const id = `${batch.execution_id}/${batch.chunk}/${batch.batch}`;
    const known = this.answers.get(id);
    if (known) return known;
    const { datamart_id, execution_id, chunk, batch: number, lines } = batch;
    const failures: LineFailure[] = [];
    for (const { line, operation } of lines) {
      if (this.refuses(operation))
        failures.push({ line, error_code: 'CONSTRAINT_VIOLATION_EXCEPTION', error: 'refused' });
      else this.applied.push({ execution_id, line, operation });
    }
    const total_success = lines.length - failures.length;
    const answer = {
      datamart_id,
      execution_id,
      chunk,
      batch: number,
      total_success,
      total_refused_by_choice: 0,
      failures,
    };
    this.answers.set(id, answer);
    return answer;
  }

  /** The applied lines in file order; a line that was applied twice appears twice. */
  linesOf = (execution_id: string) =>
    this.appliedOf(execution_id)
      .map(({ line }) => line)
      .sort((a, b) => a - b);

  /** The applied lines of each identifier, in the order in which they took effect. */
  sequencesOf = (execution_id: string): number[][] => {
    const applied = Map.groupBy(this.appliedOf(execution_id), ({ operation }) =>
      JSON.stringify(identifiersIn(operation)),
    );
    return [...applied.values()].map((lines) => lines.map(({ line }) => line));
  };

  private appliedOf(execution_id: string) {
    return this.applied.filter((applied) => applied.execution_id === execution_id);
  }
}

/** The handler of tracking, for the app under test. */
export function standIn(tracking: Tracking) {
  @Controller()
  class ApplyChunkHandler {
    @Consume(chunkParsed, { group: 'test.apply-chunks' })
    async handle(@Payload() batch: Received<ChunkParsed>[]): Promise<Rejection[]> {
      for (const { value } of batch) {
        const answer = await tracking.apply(value);
        if (tracking.loses()) continue;
        const publish = () => tracking.publisher?.publish(importChunkApplied, [{ id: uuid7(), value: answer }]);
        // Duplicates arrive at the same time, and after the first was counted. Not awaited: tracking's outbox answers later.
        const published = tracking.answersTwice ? Promise.all([publish(), publish()]).then(publish) : publish();
        void published?.catch(() => undefined);
      }
      return [];
    }
  }
  return ApplyChunkHandler;
}
