import type { ChunkApplied } from '@tributary/contracts/import-messages';
import { isUnavailable } from '@tributary/contracts/errors';
import { query } from '@tributary/database/transaction';
import type { Metrics, Sample } from '@tributary/runtime/metrics';
import { Counter } from 'prom-client';
import type { DataSource } from 'typeorm';

const executionsByStatus = 'select status as state, count(*)::int as count from executions group by 1';
/** In two parts, each of which has an index of its own: most chunks are applied. */
const chunksByState = `
  select state, count(*)::int as count from chunks where state = 'WAITING' group by 1
  union all
  select state, count(*)::int from chunks where state in ('REQUESTED', 'PARSING', 'PARSED') group by 1`;

/** How imports do: what comes in, what is under way, what tracking has made of it. */
export class ImportMetrics {
  private readonly uploads: Counter;
  private readonly uploadBytes: Counter;
  private readonly parts: Counter;
  private readonly lines: Counter;

  constructor(metrics: Metrics, dataSource: DataSource) {
    const counter = (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name: `tributary_imports_${name}_total`, help, labelNames, registers: [metrics.registry] });
    this.uploads = counter('uploads', 'Files taken in, refused, or not kept for want of a store', ['outcome']);
    for (const outcome of ['stored', 'refused', 'unavailable']) this.uploads.inc({ outcome }, 0);
    this.uploadBytes = counter('upload_bytes', 'Bytes of files that have come in, kept or not');
    this.parts = counter('parts_applied', 'Parts of chunks that tracking has answered; an answer may come twice');
    this.lines = counter('lines', 'Lines that tracking has applied or refused; an answer may come twice', ['outcome']);
    for (const outcome of ['applied', 'refused']) this.lines.inc({ outcome }, 0);
    const read = (label: string, sql: string) => () => countsBy(dataSource, label, sql);
    metrics.addGauge({
      ...{ name: 'tributary_imports_executions', help: 'Executions by status', labelNames: ['status'] },
      read: read('status', executionsByStatus),
    });
    metrics.addGauge({
      ...{ name: 'tributary_imports_chunks', help: 'Chunks that are not applied yet, by state', labelNames: ['state'] },
      read: read('state', chunksByState),
    });
  }

  received(bytes: number): void {
    this.uploadBytes.inc(bytes);
  }

  /** @param error why the file was not taken in */
  uploaded(error?: unknown): void {
    const outcome = error === undefined ? 'stored' : isUnavailable(error) ? 'unavailable' : 'refused';
    this.uploads.inc({ outcome });
  }

  answered(answers: ChunkApplied[]): void {
    this.parts.inc(answers.length);
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
