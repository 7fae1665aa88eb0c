import type { ChunkApplied } from '@tributary/contracts/imports/import-messages';
import { isUnavailable } from '@tributary/contracts/errors';
import { query } from '@tributary/database/transaction';
import type { Metrics, Sample } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';
import type { LineFindings } from './chunks/chunks.repository.js';
import type { DataSource } from 'typeorm';

const executionsByStatus = 'select status as state, count(*)::int as count from executions group by 1';
/** Two queries, each with its own partial index: most chunks are APPLIED and not counted. */
const chunksByState = `
  select state, count(*)::int as count from chunks where state = 'WAITING' group by 1
  union all
  select state, count(*)::int from chunks where state in ('REQUESTED', 'PARSING', 'PARSED') group by 1`;

/** Metrics of imports: uploads, executions and chunks in progress, and the answers of tracking. */
export class ImportMetrics {
  private readonly uploads: Counter;
  private readonly uploadBytes: Counter;
  private readonly batches: Counter;
  private readonly lines: Counter;
  private readonly junkIdentifiers: Counter;
  private readonly earlyLines: Counter;

  constructor(metrics: Metrics, dataSource: DataSource) {
    const counter = (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name: `tributary_imports_${name}_total`, help, labelNames, registers: [metrics.registry] });
    this.uploads = counter(
      'uploads',
      'Uploaded files: stored, refused, lost because the store was unavailable, or repeated',
      ['outcome'],
    );
    for (const outcome of ['stored', 'refused', 'unavailable', 'repeated']) this.uploads.inc({ outcome }, 0);
    this.uploadBytes = counter('upload_bytes', 'Bytes of uploaded files, stored or not');
    this.batches = counter(
      'batches_applied',
      'Batches of lines that tracking has answered; an answer may be counted twice',
    );
    this.lines = counter('lines', 'Lines that tracking has applied or refused; an answer may be counted twice', [
      'outcome',
    ]);
    for (const outcome of ['applied', 'refused']) this.lines.inc({ outcome }, 0);
    this.junkIdentifiers = counter(
      'junk_identifiers',
      'Junk identifiers that were left out of valid lines; those of a chunk that is parsed again may be counted twice',
    );
    this.earlyLines = counter(
      'early_lines',
      'Valid lines with a time before the year 2000; those of a chunk that is parsed again may be counted twice',
    );
    const read = (label: string, sql: string) => () => countsBy(dataSource, label, sql);
    metrics.addGauge({
      name: 'tributary_imports_executions',
      help: 'Executions by status',
      labelNames: ['status'],
      read: read('status', executionsByStatus),
    });
    metrics.addGauge({
      name: 'tributary_imports_chunks',
      help: 'Chunks that are not yet applied, by state',
      labelNames: ['state'],
      read: read('state', chunksByState),
    });
  }

  received(bytes: number): void {
    this.uploadBytes.inc(bytes);
  }

  /** @param error why the file was not stored */
  uploaded(error?: unknown): void {
    const outcome = error === undefined ? 'stored' : isUnavailable(error) ? 'unavailable' : 'refused';
    this.uploads.inc({ outcome });
  }

  /** The `Idempotency-Key` of the upload belongs to another one. */
  repeated(): void {
    this.uploads.inc({ outcome: 'repeated' });
  }

  /** Findings about the valid lines of a chunk. */
  found({ junk, early }: Pick<LineFindings, 'junk' | 'early'>): void {
    this.junkIdentifiers.inc(junk);
    this.earlyLines.inc(early);
  }

  answered(answers: ChunkApplied[]): void {
    this.batches.inc(answers.length);
    for (const { total_success, failures } of answers) {
      this.lines.inc({ outcome: 'applied' }, total_success);
      this.lines.inc({ outcome: 'refused' }, failures.length);
    }
  }
}

async function countsBy(dataSource: DataSource, label: string, sql: string): Promise<Sample[]> {
  const { rows } = await query<{ state: string; count: number }>(dataSource, sql);
  return rows.map(({ state, count }) => ({ labels: { [label]: state }, value: count }));
}
