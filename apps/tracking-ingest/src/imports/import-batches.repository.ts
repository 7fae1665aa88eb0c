import { Inject, Injectable } from '@nestjs/common';
import { insertOutbox, outboxStatements } from '@tributary/bus/outbox/outbox';
import type { ErrorCode } from '@tributary/contracts/errors';
import type { ChunkParsed } from '@tributary/contracts/imports/import-messages';
import { importChunkApplied } from '@tributary/contracts/topics/topics';
import { junkExceptions } from '@tributary/contracts/tracking/junk';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { transaction, unitOfWork, type UnitOfWork } from '@tributary/database/transaction';
import { eventLoopYielder } from '@tributary/bus/consuming/yield-to-event-loop';
import { maxPlanSteps } from '@tributary/http/tracking-plan/enforce-plan';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { DataSource } from 'typeorm';
import { DayPartitions } from '../activities/day-partitions.js';
import { executionDays } from '../activities/execution-days.js';
import { IngestCounters } from '../activities/ingest-counters.js';
import { daysOf } from '../activities/validate-activities.js';
import type { StoreCounts } from '../activities/store-activities.js';
import { SETTINGS, type TrackingSettings } from '../config.js';
import { StoreRules } from '../consent/store-rules.js';
import { applyBatches, type Applied, type ApplyContext } from './apply-batch.js';
import {
  allApplied,
  batchKey,
  claimBatches,
  readOutcomes,
  saveOutcomes,
  type BatchOutcome,
  type BatchOutcomes,
} from './import-batch-rows.js';
import { failureOf, toLineOperation, type LineOperation } from './line-operation.js';

/** A batch that is applied line by line takes long. */
const statementTimeoutMs = 60_000;

/** The failure of every line of a batch that cannot be applied. The lines themselves may be valid. */
const unavailable = 'SERVICE_UNAVAILABLE' satisfies ErrorCode;
const unapplied = 'the line could not be applied and has no effect';
const tooLate = `the line is not applied more than ${executionDays} days after the upload`;

@Injectable()
export class ImportBatchesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: DayPartitions,
    private readonly counters: IngestCounters,
    private readonly rules: StoreRules,
    @Inject(SETTINGS) private readonly settings: TrackingSettings,
  ) {}

  /**
   * Applies batches of one execution, in file order, and publishes their outcomes, in one transaction. Each line takes effect
   * once, however often its batch is delivered.
   */
  async apply(received: ChunkParsed[], now: number): Promise<void> {
    const batches = [...new Map(received.map((batch) => [batchKey(batch), batch])).values()];
    // A slow consumer gets batches twice. Looking them up first keeps them from slowing it down further.
    const known = await transaction(this.dataSource, (client) => readOutcomes(client, batches));
    const operations = await this.toLineOperations(
      batches.filter((batch) => !known.has(batchKey(batch))),
      now,
    );
    const run = (work: UnitOfWork) => applyOnce({ work, ...this.rules.at(now) }, batches, { operations, known });
    this.count(
      await this.days.withPartitions(daysIn(operations), () =>
        unitOfWork(this.dataSource, run, { statementTimeoutMs }),
      ),
    );
  }

  /** Publishes that all lines of the batch failed. If it was applied before, publishes its outcome again. */
  async refuse(batch: ChunkParsed, now: number): Promise<void> {
    await transaction(this.dataSource, async (client) => {
      const claimed = await claimBatches(client, [batch], now);
      const failures = batch.lines.map(({ line }) => failureOf(line, unapplied, unavailable));
      const outcome = { ...allApplied, failures };
      if (claimed.size > 0) await client.query(saveOutcomes([batch], new Map([[batchKey(batch), outcome]])));
      const messages = toMessages([batch], await readOutcomes(client, [batch]));
      await insertOutbox(client, importChunkApplied, messages);
    });
  }

  /**
   * The operations of each batch that is not known. A batch of an old execution may have been applied and forgotten, so its
   * lines fail.
   */
  private async toLineOperations(batches: ChunkParsed[], now: number): Promise<Map<ChunkParsed, LineOperation[]>> {
    const yieldToEventLoop = eventLoopYielder();
    const dayOf = daysOf(now, this.settings.ACTIVITY_RETENTION_DAYS);
    const { bodyHash } = this.rules;
    const operations = new Map<ChunkParsed, LineOperation[]>();
    for (const batch of batches) {
      const own: LineOperation[] = [];
      operations.set(batch, own);
      if (batch.creation_ts < now - executionDays * dayMs) {
        own.push(...batch.lines.map(({ line }) => tooLateOperation(line, batch)));
        continue;
      }
      const exceptions = junkExceptions(batch.junk_exceptions ?? []);
      const rules = this.rules.plans.rulesOf(batch.datamart_id);
      const plan = rules && { rules, budget: { left: maxPlanSteps } };
      const context = { dayOf, exceptions, plan, bodyHash };
      for (const line of batch.lines) {
        own.push(toLineOperation(line, batch, context));
        const pause = yieldToEventLoop();
        if (pause) await pause;
      }
    }
    return operations;
  }

  private count({ activities, owned, broken }: Applied): void {
    for (const one of broken) this.counters.events.addRefused(one);
    this.counters.events.add(owned);
    this.countStored(activities);
  }

  private countStored({ duplicates, erased, refusedByChoice, overLimit, exclusiveCases }: StoreCounts): void {
    this.counters.count('import', 'duplicate', duplicates);
    this.counters.count('import', 'erased', erased);
    this.counters.count('import', 'refused_by_choice', refusedByChoice);
    this.counters.overLimit(overLimit);
    this.counters.exclusiveCases.count(exclusiveCases);
  }
}

const tooLateOperation = (line: number, { datamart_id, execution_id, creation_ts }: ChunkParsed): LineOperation => ({
  datamart_id,
  execution_id,
  line,
  received_ts: creation_ts,
  kind: 'failure',
  failure: failureOf(line, tooLate, unavailable),
});

/** The days of the activities among the operations. */
function daysIn(operations: ReadonlyMap<ChunkParsed, LineOperation[]>): Set<string> {
  const days = new Set<string>();
  for (const own of operations.values())
    for (const operation of own) if (operation.kind === 'activity') days.add(operation.activity.day);
  return days;
}

interface Work {
  /** Operations of the batches that had not been applied when they arrived. */
  operations: ReadonlyMap<ChunkParsed, LineOperation[]>;
  /** The outcomes of the other batches. */
  known: BatchOutcomes;
}

async function applyOnce(context: ApplyContext, batches: ChunkParsed[], { operations, known }: Work): Promise<Applied> {
  const { work, now } = context;
  const { client, atCommit } = work;
  const claimed = await claimBatches(client, [...operations.keys()], now);
  const fresh = batches.filter((batch) => claimed.has(batchKey(batch)));
  const appliedMeanwhile = [...operations.keys()].filter((batch) => !claimed.has(batchKey(batch)));
  const applied = await applyBatches(
    context,
    fresh.map((batch) => operations.get(batch) ?? []),
  );
  const outcomes = outcomesOf(fresh, applied);
  const others = await readOutcomes(client, appliedMeanwhile);
  const messages = toMessages(batches, new Map([...known, ...outcomes, ...others]));
  atCommit([saveOutcomes(fresh, outcomes), ...outboxStatements(importChunkApplied, messages)]);
  return applied;
}

function outcomesOf(batches: ChunkParsed[], { failures, refusedByChoice }: Applied): BatchOutcomes {
  const failed = new Map(failures.map((failure) => [failure.line, failure]));
  const refused = new Set(refusedByChoice);
  const outcomeOf = ({ lines }: ChunkParsed): BatchOutcome => ({
    failures: lines.flatMap(({ line }) => failed.get(line) ?? []),
    total_refused_by_choice: lines.filter(({ line }) => refused.has(line)).length,
  });
  return new Map(batches.map((batch) => [batchKey(batch), outcomeOf(batch)]));
}

const toMessages = (batches: ChunkParsed[], outcomes: BatchOutcomes) =>
  batches.map(({ datamart_id, execution_id, chunk, batch, lines }) => {
    const outcome = outcomes.get(batchKey({ datamart_id, execution_id, chunk, batch })) ?? allApplied;
    const total_success = lines.length - outcome.failures.length;
    const { failures, total_refused_by_choice } = outcome;
    const value = { datamart_id, execution_id, chunk, batch, total_success, total_refused_by_choice, failures };
    return { id: uuid7(), value };
  });
