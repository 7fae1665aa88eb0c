import { pino } from 'pino';
import type { FactStore } from '../src/facts/fact.store.js';
import { anEnd } from './messages.js';
import { DuckDbFactStore, type DuckDbFactStoreOptions } from '../src/duckdb/duckdb-fact.store.js';

/** A store of facts that a spec has opened. */
export interface TestStore {
  store: FactStore;
  close: () => Promise<void>;
  /** The log of the store: lines of JSON. */
  logged: () => string;
  /** The number of facts that reports see, of all datamarts. */
  count: () => Promise<number>;
  /** Each activity of datamart 1 with its person, and each membership. */
  facts: () => Promise<string[]>;
}

/** A logger for a store, and what it has logged. */
export function recordedLogger() {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  return { logger, logged: () => lines.join('') };
}

/** The limits of reports in specs. */
export const generousLimits = { readers: 2, maxWaiting: 100, maxWaitingPerDatamart: 100, timeoutMs: 180_000 };

/** A real DuckDB store, in memory unless a path is given. */
export async function openStore(options: Partial<DuckDbFactStoreOptions> = {}): Promise<TestStore> {
  const { logger, logged } = recordedLogger();
  const store = await DuckDbFactStore.open({
    path: ':memory:',
    memoryLimit: '256MB',
    threads: 2,
    ...generousLimits,
    ...options,
    logger,
  });
  const texts = async (sql: string) => (await store.query({ sql, params: [] }, ['spec'])).flat().map(String);
  return {
    store,
    close: () => store.close(),
    logged,
    count: async () => Number((await texts('select count(*)::varchar from facts'))[0]),
    facts: async () =>
      (
        await texts(`select activity_id::varchar || ' of ' || user_point_id::varchar from facts
          union all select user_point_id::varchar || '/' || segment_id || ' is a member' from memberships where is_member`)
      ).sort(),
  };
}

/** Ends the backfill that the store waits for, as if tracking had nothing to publish. */
export async function completeBackfill(store: FactStore): Promise<void> {
  const due = await store.nextBackfill();
  if (due) await store.markBackfillRequested(due);
  const assigned = store instanceof DuckDbFactStore ? 'backfills' : `backfill_steps where step = 'assigned'`;
  const newest = { sql: `select request_id from ${assigned} order by number desc limit 1`, params: [] };
  const [[request_id] = []] = await store.query(newest, ['spec']);
  await store.endBackfills([anEnd(String(request_id), 0)]);
  await store.nextBackfill();
}
