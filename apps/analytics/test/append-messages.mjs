// A process to be killed or starved of disk: appends numbered messages from `first` on and says `stored n` for each batch
// that the store acknowledged, `refused n` for each that it could not write now.
import { pino } from 'pino';
import { DuckDbFactStore } from '../dist/facts/duckdb-fact.store.js';
import { numberedMessage } from './numbered-messages.mjs';

const { path, first, last, perBatch, refusals, ...kind } = JSON.parse(process.argv[2]);
const options = { memoryLimit: '256MB', threads: 2, readers: 1, maxWaiting: 1, timeoutMs: 10_000 };
const store = await DuckDbFactStore.open({ path, ...options, logger: pino({ level: 'silent' }) });

let refused = 0;
for (let n = first; n <= last && refused < refusals; ) {
  const batch = Array.from({ length: perBatch }, (_, index) => numberedMessage(n + index, kind));
  try {
    await store.append(batch);
    n += perBatch;
    process.stdout.write(`stored ${n - 1}\n`);
  } catch (error) {
    if (error.code !== 'SERVICE_UNAVAILABLE') throw error;
    refused++;
    process.stdout.write(`refused ${n}\n`);
  }
}
await store.close();
