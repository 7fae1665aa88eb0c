import { Inject, Injectable } from '@nestjs/common';
import { insertOutbox } from '@tributary/bus/outbox';
import type { ChunkParsed, LineFailure } from '@tributary/contracts/import-messages';
import { importChunkApplied } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import { transaction } from '@tributary/database/transaction';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { DayPartitions } from '../activities/day-partitions.js';
import { IngestCounters } from '../activities/ingest-counters.js';
import type { Outcome } from '../activities/store-activities.js';
import { SETTINGS, type TrackingSettings } from '../config.js';
import { applyPart } from './apply-part.js';
import { toStep, type Step } from './step.js';

/** A part has at most some thousand lines; one that is applied line by line takes its time. */
const statementTimeoutMs = 60_000;

@Injectable()
export class ImportPartsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: DayPartitions,
    private readonly counters: IngestCounters,
    @Inject(SETTINGS) private readonly settings: TrackingSettings,
  ) {}

  /** Applies each line once, however often the part comes, and tells what has become of them, in one transaction. */
  async apply(part: ChunkParsed, now: number): Promise<void> {
    const retentionDays = this.settings.ACTIVITY_RETENTION_DAYS;
    const steps = part.lines.map((line) => toStep(line, part, { now, retentionDays }));
    await this.days.ensure(new Set(steps.flatMap((step) => (step.kind === 'activity' ? [step.activity.day] : []))));
    const work = (client: pg.ClientBase) => applyOnce(client, part, { steps, now });
    this.count(await transaction(this.dataSource, work, { statementTimeoutMs }));
  }

  private count({ duplicates, erased, crowded }: Outcome): void {
    this.counters.duplicates(duplicates);
    this.counters.erased(erased);
    this.counters.crowded(crowded);
  }
}

async function applyOnce(
  client: pg.ClientBase,
  part: ChunkParsed,
  { steps, now }: { steps: Step[]; now: number },
): Promise<Outcome> {
  if (!(await claim(client, part, now))) {
    await tell(client, part, await readFailures(client, part));
    return { duplicates: 0, erased: 0, crowded: 0 };
  }
  const { failures, activities } = await applyPart(client, steps, now);
  failures.sort((a, b) => a.line - b.line);
  await keep(client, part, failures);
  await tell(client, part, failures);
  return activities;
}

async function tell(client: pg.ClientBase, { lines, ...part }: ChunkParsed, failures: LineFailure[]): Promise<void> {
  const { datamart_id, execution_id, chunk, part: number } = part;
  const value = {
    datamart_id,
    execution_id,
    chunk,
    part: number,
    total_success: lines.length - failures.length,
    failures,
  };
  await insertOutbox(client, importChunkApplied, [{ id: uuid7(), value }]);
}

const key = ({ execution_id, chunk, part }: ChunkParsed) => [execution_id, chunk, part];

/** False when the part has been applied before. Waits for a transaction that is about to do so. */
async function claim(client: pg.ClientBase, part: ChunkParsed, now: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into import_parts (execution_id, chunk, part, applied_ts) values ($1, $2, $3, $4) on conflict do nothing`,
    [...key(part), now],
  );
  return rowCount === 1;
}

async function keep(client: pg.ClientBase, part: ChunkParsed, failures: LineFailure[]): Promise<void> {
  await client.query(
    `update import_parts set total_success = $4, failures = $5 where execution_id = $1 and chunk = $2 and part = $3`,
    [...key(part), part.lines.length - failures.length, JSON.stringify(failures)],
  );
}

async function readFailures(client: pg.ClientBase, part: ChunkParsed): Promise<LineFailure[]> {
  const { rows } = await client.query<{ failures: LineFailure[] }>(
    `select failures from import_parts where execution_id = $1 and chunk = $2 and part = $3`,
    key(part),
  );
  return rows[0]?.failures ?? [];
}
