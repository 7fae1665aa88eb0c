// The cost of storing facts in analytics, by the number of facts that their day already has.
//
//   npm run build
//   node bench/store-facts.mjs [--facts 10000,1000000,5000000] [--batch 4000] [--rounds 10]
//
// live    current activities, with ids that follow the time, as the gateway makes them.
// keys    current activities, with random ids, as clients choose them.
// lines   lines of a file without times, like half of the day's facts; ids follow the line.
// chosen  the same, but each line has a random id of its own: the worst case.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import { DuckDbFactStore } from '@tributary/analytics/duckdb/duckdb-fact.store';
import { idsOfLines } from '@tributary/contracts/imports/import-messages';
import { uuid7 } from '@tributary/contracts/values/uuid';

const { values: options } = parseArgs({
  options: {
    facts: { type: 'string', default: '10000,1000000,5000000' },
    batch: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '10' },
  },
});
const [batch, rounds] = [Number(options.batch), Number(options.rounds)];
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const file = path.join(directory, 'facts.duckdb');
const limits = { readers: 1, maxWaiting: 100, maxWaitingPerTenant: 40, timeoutMs: 60_000 };
const openStore = () =>
  DuckDbFactStore.open({ path: file, memoryLimit: '512MB', threads: 2, logger: pino({ level: 'warn' }), ...limits });

const now = Date.now();
const importedAt = now - 60_000;
const idOfLine = idsOfLines('1');
const anActivity = (activity_id, ts) => ({
  activity_id,
  ts,
  user_point_id: uuid7(),
  type: 'SITE_VISIT',
  channel_id: '8298',
  device_form_factor: 'SMARTPHONE',
  event_types: ['$page_view'],
  has_bounced: true,
  number_of_user_events: 1,
});
let lines = 0;
const kinds = {
  live: () => anActivity(uuid7(), Date.now()),
  keys: () => anActivity(randomUUID(), Date.now()),
  lines: () => anActivity(idOfLine(++lines), importedAt),
  chosen: () => anActivity(randomUUID(), importedAt),
};

try {
  for (const facts of options.facts.split(',').map(Number)) await measure(facts);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function measure(facts) {
  const results = [];
  for (const [kind, next] of Object.entries(kinds))
    results.push(`${kind} ${(await cpuPerTransaction(facts, next)).toFixed(0)}`);
  process.stdout.write(`${facts.toLocaleString('en')} facts, ms CPU for ${batch} more: ${results.join(', ')}\n`);
}

/** Milliseconds of CPU, beside so many facts. */
async function cpuPerTransaction(facts, next) {
  rmSync(file, { force: true });
  await (await openStore()).close();
  await fill(facts);
  lines = facts;
  const store = await openStore();
  await store.storeActivities(messagesOf(next)); // warm-up
  let cpu = 0;
  for (let round = 0; round < rounds; round++) {
    const messages = messagesOf(next);
    const before = process.cpuUsage();
    await store.storeActivities(messages);
    const { user, system } = process.cpuUsage(before);
    cpu += (user + system) / 1_000 / rounds;
  }
  await store.close();
  return cpu;
}

/** One half arrived during the last two hours. The other half is from a file. */
async function fill(facts) {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(`
    insert into facts by name select 1 as datamart_id, date '1970-01-01' + (ts // 86400000)::integer as day, ts, activity_id::uuid as activity_id,
      uuid() as user_point_id, 'SITE_VISIT' as type, '8298' as channel_id, 0 as session_duration, false as has_conversion,
      false as has_bounced, 1 as number_of_user_events, 0 as number_of_confirmed_transactions
    from (
      select (${now} - 7200000 + i::double / ${facts / 2} * 7000000)::bigint as ts,
        lpad(to_hex(ts), 12, '0') || '7' || substr(md5(i::varchar), 1, 19) as activity_id
      from range(${facts / 2}) facts(i)
      union all
      select ${importedAt}, '${idOfLine(0).slice(0, -12)}' || lpad(to_hex(i), 12, '0') from range(${facts / 2}) facts(i)
    )`);
  connection.closeSync();
  instance.closeSync();
}

function messagesOf(next) {
  const perMessage = 250;
  return Array.from({ length: Math.ceil(batch / perMessage) }, () => {
    const activities = Array.from({ length: perMessage }, next);
    const value = { datamart_id: '1', activities };
    return { topic: 'tracking.activity-stored.v1', key: '1', id: uuid7(), time: Date.now(), value };
  });
}
