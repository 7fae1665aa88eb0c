import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import { groupBy } from '@tributary/bus/group-by';
import type { Received, Rejection } from '@tributary/bus/message';
import type { Publisher } from '@tributary/bus/publisher';
import type { ChunkApplied, ChunkParsed, ImportOperation, LineFailure } from '@tributary/contracts/import-messages';
import { chunkParsed, importChunkApplied } from '@tributary/contracts/topics';
import { unavailable } from '@tributary/contracts/errors';
import { uuid7 } from '@tributary/contracts/uuid';
import { identifiersIn } from '../src/pipeline/identifiers-in.js';

/** What tracking does with parts, as its own tests promise it: each is applied once, each is answered every time. */
export class Tracking {
  /** Of the app it answers to. */
  publisher?: Publisher;
  /** In the order in which they took effect. */
  readonly applied: { execution_id: string; line: number; operation: ImportOperation }[] = [];
  readonly received: ChunkParsed[] = [];
  private readonly answers = new Map<string, ChunkApplied>();
  /** Lines that the state refuses. */
  refuses = (_operation: ImportOperation): boolean => false;
  /** Resolves when parts may be taken. */
  gate: Promise<void> = Promise.resolve();
  isDown = false;
  answersTwice = false;
  /** Answers that never arrive. */
  loses = (): boolean => false;

  async apply(part: ChunkParsed): Promise<ChunkApplied> {
    await this.gate;
    if (this.isDown) throw unavailable('tracking is down');
    this.received.push(part);
    const id = `${part.execution_id}/${part.chunk}/${part.part}`;
    const known = this.answers.get(id);
    if (known) return known;
    const { datamart_id, execution_id, chunk, part: number, lines } = part;
    const failures: LineFailure[] = [];
    for (const { line, operation } of lines) {
      if (this.refuses(operation))
        failures.push({ line, error_code: 'CONSTRAINT_VIOLATION_EXCEPTION', error: 'refused' });
      else this.applied.push({ execution_id, line, operation });
    }
    const total_success = lines.length - failures.length;
    const answer = { datamart_id, execution_id, chunk, part: number, total_success, failures };
    this.answers.set(id, answer);
    return answer;
  }

  /** Every time a line took effect, in the order of the file. */
  linesOf = (execution_id: string) =>
    this.appliedOf(execution_id)
      .map(({ line }) => line)
      .sort((a, b) => a - b);

  /** The lines of each identifier, in the order in which they took effect. */
  sequencesOf = (execution_id: string): number[][] => {
    const applied = groupBy(this.appliedOf(execution_id), ({ operation }) => JSON.stringify(identifiersIn(operation)));
    return [...applied.values()].map((lines) => lines.map(({ line }) => line));
  };

  private appliedOf(execution_id: string) {
    return this.applied.filter((applied) => applied.execution_id === execution_id);
  }
}

/** A handler that stands where tracking would. */
export function standIn(tracking: Tracking) {
  @Controller()
  class ApplyChunkHandler {
    @Consume(chunkParsed, { group: 'test.apply-chunks' })
    async handle(@Payload() batch: Received<ChunkParsed>[]): Promise<Rejection[]> {
      for (const { value } of batch) {
        const answer = await tracking.apply(value);
        if (tracking.loses()) continue;
        const tell = () => tracking.publisher?.publish(importChunkApplied, [{ id: uuid7(), value: answer }]);
        // Twice: at once, and again when it has been counted. Not awaited: tracking's outbox answers later.
        const told = tracking.answersTwice ? Promise.all([tell(), tell()]).then(tell) : tell();
        void told?.catch(() => undefined);
      }
      return [];
    }
  }
  return ApplyChunkHandler;
}
