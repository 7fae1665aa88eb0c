import { Inject, Injectable } from '@nestjs/common';
import { insertOutbox, outboxStatements } from '@tributary/bus/outbox';
import type { ErrorCode } from '@tributary/contracts/errors';
import { idsOfLines, type ChunkParsed, type LineFailure } from '@tributary/contracts/import-messages';
import { importChunkApplied } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import { transaction, type SendLast } from '@tributary/database/transaction';
import { breather } from '@tributary/bus/breather';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { DayPartitions } from '../activities/day-partitions.js';
import { IngestCounters } from '../activities/ingest-counters.js';
import { daysOf } from '../activities/screen-activities.js';
import type { Outcome } from '../activities/store-activities.js';
import { SETTINGS, type TrackingSettings } from '../config.js';
import { applyParts } from './apply-part.js';
import { claimParts, keepOutcomes, partKey, readOutcomes, type PartOutcomes } from './import-part-rows.js';
import { failureOf, toStep, type Step } from './step.js';

/** Parts that are applied line by line take their time. */
const statementTimeoutMs = 60_000;

/** Of the lines of a part that fails for a reason which is none of theirs. */
const unavailable = 'SERVICE_UNAVAILABLE' satisfies ErrorCode;
const unapplied = 'the line could not be applied; nothing of it has been';

@Injectable()
export class ImportPartsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: DayPartitions,
    private readonly counters: IngestCounters,
    @Inject(SETTINGS) private readonly settings: TrackingSettings,
  ) {}

  /**
   * Applies each line of an execution's parts once, however often they come, and tells what has become of them, in one
   * transaction. The parts are in file order.
   */
  async apply(received: ChunkParsed[], now: number): Promise<void> {
    const parts = [...new Map(received.map((part) => [partKey(part), part])).values()];
    // What comes again, because tracking was slow, must not make it slower.
    const known = await transaction(this.dataSource, (client) => readOutcomes(client, parts));
    const steps = await this.toSteps(
      parts.filter((part) => !known.has(partKey(part))),
      now,
    );
    const work = (client: pg.ClientBase, last: SendLast) => applyOnce(client, parts, { steps, known, now, last });
    this.count(await transaction(this.dataSource, work, { statementTimeoutMs }));
  }

  /** No line of the part takes effect, and that is told; when it has been applied before, what became of it then. */
  async refuse(part: ChunkParsed, now: number): Promise<void> {
    await transaction(this.dataSource, async (client) => {
      const claimed = await claimParts(client, [part], now);
      const refused = new Map([[partKey(part), part.lines.map(({ line }) => failureOf(line, unapplied, unavailable))]]);
      if (claimed.size > 0) await client.query(keepOutcomes([part], refused));
      const messages = toMessages([part], await readOutcomes(client, [part]));
      await insertOutbox(client, importChunkApplied, messages);
    });
  }

  /** What is to be done for each part; the days of the activities have their partitions then. */
  private async toSteps(parts: ChunkParsed[], now: number): Promise<Map<ChunkParsed, Step[]>> {
    const breath = breather();
    const dayOf = daysOf(now, this.settings.ACTIVITY_RETENTION_DAYS);
    const steps = new Map<ChunkParsed, Step[]>();
    const days = new Set<string>();
    for (const part of parts) {
      const own: Step[] = [];
      const context = { idOf: idsOfLines(part.execution_id), dayOf };
      for (const line of part.lines) {
        const step = toStep(line, part, context);
        if (step.kind === 'activity') days.add(step.activity.day);
        own.push(step);
        const pause = breath();
        if (pause) await pause;
      }
      steps.set(part, own);
    }
    await this.days.ensure(days);
    return steps;
  }

  private count({ duplicates, erased, crowded }: Outcome): void {
    this.counters.count('import', 'duplicate', duplicates);
    this.counters.count('import', 'erased', erased);
    this.counters.crowded(crowded);
  }
}

interface Work {
  /** Of the parts that were not applied a moment ago. */
  steps: ReadonlyMap<ChunkParsed, Step[]>;
  /** Of the others. */
  known: PartOutcomes;
  now: number;
  last: SendLast;
}

async function applyOnce(
  client: pg.ClientBase,
  parts: ChunkParsed[],
  { steps, known, now, last }: Work,
): Promise<Outcome> {
  const claimed = await claimParts(client, [...steps.keys()], now);
  const fresh = parts.filter((part) => claimed.has(partKey(part)));
  const late = [...steps.keys()].filter((part) => !claimed.has(partKey(part)));
  const { failures, activities } = await applyParts(
    client,
    fresh.map((part) => steps.get(part) ?? []),
    now,
  );
  const outcomes = outcomesOf(fresh, failures);
  const messages = toMessages(parts, new Map([...known, ...outcomes, ...(await readOutcomes(client, late))]));
  await last([keepOutcomes(fresh, outcomes), ...outboxStatements(importChunkApplied, messages)]);
  return activities;
}

function outcomesOf(parts: ChunkParsed[], failures: LineFailure[]): PartOutcomes {
  const failed = new Map(failures.map((failure) => [failure.line, failure]));
  return new Map(
    parts.map((part) => [partKey(part), part.lines.flatMap(({ line }) => failed.get(line) ?? [])] as const),
  );
}

/** What the worker is told of the parts. */
const toMessages = (parts: ChunkParsed[], outcomes: PartOutcomes) =>
  parts.map((part) => {
    const { datamart_id, execution_id, chunk, part: number, lines } = part;
    const failures = outcomes.get(partKey(part)) ?? [];
    const total_success = lines.length - failures.length;
    return { id: uuid7(), value: { datamart_id, execution_id, chunk, part: number, total_success, failures } };
  });
