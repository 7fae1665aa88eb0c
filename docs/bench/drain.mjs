// How fast a backlog goes from Kafka into PostgreSQL, and what each process spends on an activity of it.
//
//   npm run build && node docs/bench/drain.mjs [--backlog 240000] [--rounds 3] [--alone]
//
// The backlog is published as the gateway does it, while tracking-ingest is down. The clock runs, from when a process just
// started has stored a tenth of it, to the last. --alone: analytics is down meanwhile, so that this is the way from Kafka
// into PostgreSQL and nothing else.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { KafkaPublisher } from '@tributary/bus/kafka-publisher';
import { activityReceived } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import { startEmbeddedPostgres } from '@tributary/database/embedded-postgres';
import { startKafka } from '@tributary/testing/kafka-broker';
import { startPlatform } from '@tributary/testing/processes-platform';
import { usage } from './processes.mjs';

const { values } = parseArgs({
  options: {
    backlog: { type: 'string', default: '240000' },
    rounds: { type: 'string', default: '3' },
    alone: { type: 'boolean', default: false },
  },
});
const backlog = Number(values.backlog);
const users = 100_000;
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-drain-'));
const kafka = await startKafka();
const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), log: () => {} });
const platform = await startPlatform({ shape: 'distributed', stores: storesOf(kafka, postgres) });
const database = new pg.Client({ connectionString: postgres.url });
await database.connect();
const ingest = platform.process('tracking-ingest');
let published = 0;

try {
  for (const name of ['gateway', 'import-worker', 'warehouse-metadata']) await platform.process(name).terminate();
  if (values.alone) await platform.process('analytics').terminate();
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round++) rounds.push(await drain());
  console.log(
    `\ndrain${values.alone ? ', alone' : ''}: ${backlog.toLocaleString('en')} activities waiting, each round`,
  );
  for (const key of Object.keys(rounds[0]))
    console.log(`  ${key.padEnd(28)}${spread(rounds.map((round) => round[key]))}`);
} finally {
  await database.end();
  await platform.stop();
  await kafka.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

async function drain() {
  await ingest.terminate();
  const held = published;
  await publish();
  await ingest.start();
  const start = await untilStored(held + backlog / 10);
  const end = await untilStored(published);
  const stored = end.stored - start.stored;
  const roles = ['tracking-ingest', 'postgresql', 'broker', ...(values.alone ? [] : ['analytics'])];
  const cpu = roles.map((role) => [
    `${role}, µs CPU each`,
    ((end.usage[role].cpu - start.usage[role].cpu) * 1e6) / stored,
  ]);
  const total = cpu.reduce((sum, [, each]) => sum + each, 0);
  const perSecond = (stored * 1_000) / (end.time - start.time);
  return { 'stored/s': perSecond, ...Object.fromEntries(cpu), 'all, µs CPU each': total };
}

async function publish() {
  const logger = { warn: console.warn, debug: () => {} };
  const limits = { deadlineMs: 60_000 };
  const publisher = new KafkaPublisher({ brokers: kafka.brokers, clientId: 'bench', logger, limits });
  for (let sent = 0; sent < backlog; sent += 1_000)
    await publisher.publish(activityReceived, Array.from({ length: 1_000 }, message));
  published += backlog;
  await publisher.close();
}

function message() {
  const [now, user] = [Date.now(), Math.floor(Math.random() * users)];
  const agent = `web:7:${String(user).padStart(12, '0')}`;
  const body = JSON.stringify({
    ...{ $ts: now, $type: 'SITE_VISIT', $session_status: 'IN_SESSION', $site_id: '8298' },
    $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: agent }],
    $user_agent_info: { $form_factor: 'SMARTPHONE', $os_family: 'IOS', $browser_family: 'SAFARI', $brand: 'Apple' },
    $location: { $country: 'FR', $city: 'Paris', $zip_code: '75011' },
    $events: [
      {
        ...{ $ts: now, $event_name: '$item_view' },
        $properties: { $items: [{ $id: `sku-${user % 1_000}`, $price: '19.90', $qty: 1 }], page: '/shop/shoes' },
      },
    ],
  });
  const [activity_id, identifiers] = [uuid7(), [{ type: 'USER_AGENT', value: agent }]];
  const value = { datamart_id: '1', activity_id, received_ts: now, identifiers, body };
  return { id: `1/${activity_id}`, time: now, value };
}

async function untilStored(count) {
  for (;;) {
    const { rows } = await database.query('select count(*)::int as stored from tracking_ingest.activities');
    const [{ stored }] = rows;
    if (stored >= count) return { stored, time: performance.now(), usage: usage() };
    await sleep(250);
  }
}

function spread(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const show = (number) => (number >= 1_000 ? Math.round(number).toLocaleString('en') : number.toFixed(1)).padStart(7);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(show).join(' / ');
}

/** The servers as in production, on this machine: PostgreSQL with fsync, one broker. */
function storesOf({ brokers }, { url }) {
  const server = { kill: async () => {}, start: async () => {} };
  return { kind: 'local', brokers, databaseUrl: url, kafka: server, postgres: server, stop: async () => {} };
}
