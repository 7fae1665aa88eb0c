import { pino } from 'pino';
import { DuckDbFactStore, type DuckDbFactStoreOptions } from '../src/duckdb/duckdb-fact.store.js';

/** A store on real DuckDB, in memory unless a path is given. */
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
