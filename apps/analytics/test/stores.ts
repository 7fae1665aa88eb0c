import { pino } from 'pino';
import type { FactStore } from '../src/facts/fact.store.js';
import { anEnd } from './messages.js';
import { DuckDbFactStore, type DuckDbFactStoreOptions } from '../src/duckdb/duckdb-fact.store.js';

/** A real DuckDB store, in memory unless a path is given. */
export async function openStore(options: Partial<DuckDbFactStoreOptions> = {}) {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const store = await DuckDbFactStore.open({
    path: ':memory:',
    memoryLimit: '256MB',
    threads: 2,
    readers: 2,
    maxWaiting: 100,
    maxWaitingPerTenant: 100,
    timeoutMs: 20_000,
    ...options,
    logger,
  });
  return {
    store,
    close: () => store.close(),
    logged: () => lines.join(''),
    count: async () => {
      const [row] = await store.query({ sql: 'select count(*)::double from facts', params: [] }, 'spec');
      return Number(row?.[0]);
    },
  };
}

export type TestStore = Awaited<ReturnType<typeof openStore>>;

/** Ends the backfill that the store waits for, as if tracking had nothing to publish. */
export async function completeBackfill(store: FactStore): Promise<void> {
  const due = await store.nextBackfill();
  if (due) await store.markBackfillRequested(due);
  const newest = { sql: 'select request_id from backfills order by number desc limit 1', params: [] };
  const [[request_id] = []] = await store.query(newest, 'spec');
  await store.endBackfills([anEnd(String(request_id), 0)]);
  await store.nextBackfill();
}
