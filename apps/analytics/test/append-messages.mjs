// The process of the crash tests. It stores numbered messages from `first` on. For each batch it prints `stored n`
// when the store has acknowledged it, and `refused n` when the store was unavailable. With `people`, the user point of
// the second message of each batch is merged into that of the first; that of the third is erased before its activities
// arrive.
import { pino } from 'pino';
import { ClickHouseFactStore } from '../dist/clickhouse/clickhouse-fact.store.js';
import { DuckDbFactStore } from '../dist/duckdb/duckdb-fact.store.js';
import { numberedErasure, numberedMerge, numberedMessage } from './numbered-messages.mjs';

const { path, clickHouse, first, last, perBatch, refusals, people, ...kind } = JSON.parse(process.argv[2]);
const limits = { readers: 1, maxWaiting: 1, maxWaitingPerTenant: 1, timeoutMs: 10_000 };
const common = { threads: 2, logger: pino({ level: 'silent' }), ...limits };
const store = clickHouse
  ? await ClickHouseFactStore.open({ ...clickHouse, memory: 256_000_000, ...common })
  : await DuckDbFactStore.open({ path, memoryLimit: '256MB', ...common });

let refused = 0;
for (let n = first; n <= last && refused < refusals;) {
  const batch = Array.from({ length: perBatch }, (_, index) => numberedMessage(n + index, kind));
  try {
    if (people) await store.eraseUserPoints([numberedErasure(n, kind)]);
    await store.storeActivities(batch);
    if (people) await store.mergeUserPoints([numberedMerge(n, kind)]);
    n += perBatch;
    process.stdout.write(`stored ${n - 1}\n`);
  } catch (error) {
    if (error.code !== 'SERVICE_UNAVAILABLE') throw error;
    refused++;
    process.stdout.write(`refused ${n}\n`);
  }
}
await store.close();
