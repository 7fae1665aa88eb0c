// How fast a backlog moves from Kafka into PostgreSQL, and what each process spends on one activity of it.
//
//   npm run build
//   node bench/drain-backlog.mjs [--backlog 240000] [--rounds 3] [--alone]
//
// The backlog is published while tracking-ingest is down, in the form in which the gateway publishes. Then a new process
// starts. The clock starts when it has stored a tenth of the backlog and stops at the last activity.
// --alone  analytics is down too, so only Kafka, tracking-ingest and PostgreSQL work.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { KafkaPublisher } from '@tributary/bus/kafka/kafka.publisher';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { startDistributed } from './platform.mjs';
import { usage } from './process-usage.mjs';
import { spread } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    backlog: { type: 'string', default: '240000' },
    rounds: { type: 'string', default: '3' },
    alone: { type: 'boolean', default: false },
  },
});
const backlog = Number(values.backlog);
const users = 100_000;
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const { platform, databaseUrl, brokers, stop } = await startDistributed(directory);
const database = new pg.Client({ connectionString: databaseUrl });
await database.connect();
const ingest = platform.process('tracking-ingest');
let published = 0;

try {
  const idle = [
    'gateway',
    'activity-analysis',
    'import-worker',
    'warehouse-metadata',
    ...(values.alone ? ['analytics'] : []),
  ];
  for (const name of idle) await platform.process(name).terminate();
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round++) rounds.push(await drain());
  console.log(`\na backlog of ${backlog.toLocaleString('en')} activities${values.alone ? ', alone' : ''}`);
  for (const key of Object.keys(rounds[0]))
    console.log(`  ${key.padEnd(28)}${spread(rounds.map((round) => round[key]))}`);
} finally {
  await database.end();
  await stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

async function drain() {
  await ingest.terminate();
  const storedBefore = published;
  await publishBacklog();
  await ingest.start();
  const start = await untilStored(storedBefore + backlog / 10);
  const end = await untilStored(published);
  const stored = end.stored - start.stored;
  const roles = ['tracking-ingest', 'postgresql', 'broker', ...(values.alone ? [] : ['analytics'])];
  const cpuOf = (role) => ((end.usage[role].cpu - start.usage[role].cpu) * 1e6) / stored;
  const cpu = roles.map((role) => [`${role}, µs CPU each`, cpuOf(role)]);
  const total = cpu.reduce((sum, [, each]) => sum + each, 0);
  const perSecond = (stored * 1_000) / (end.time - start.time);
  return { 'stored/s': perSecond, ...Object.fromEntries(cpu), 'all, µs CPU each': total };
}

async function publishBacklog() {
  const logger = { warn: console.warn, debug: () => {} };
  const publisher = new KafkaPublisher({ brokers, clientId: 'bench', logger, limits: { deadlineMs: 60_000 } });
  for (let sent = 0; sent < backlog; sent += 1_000)
    await publisher.publish(activityReceived, Array.from({ length: 1_000 }, aMessage));
  published += backlog;
  await publisher.close();
}

function aMessage() {
  const [now, user] = [Date.now(), Math.floor(Math.random() * users)];
  const agent = `web:7:${String(user).padStart(12, '0')}`;
  const event = {
    $ts: now,
    $event_name: '$item_view',
    $properties: { $items: [{ $id: `sku-${user % 1_000}`, $price: '19.90', $qty: 1 }], page: '/shop/shoes' },
  };
  const body = JSON.stringify({
    $ts: now,
    $type: 'SITE_VISIT',
    $session_status: 'IN_SESSION',
    $site_id: '8298',
    $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: agent }],
    $user_agent_info: { $form_factor: 'SMARTPHONE', $os_family: 'IOS', $browser_family: 'SAFARI', $brand: 'Apple' },
    $location: { $country: 'FR', $city: 'Paris', $zip_code: '75011' },
    $events: [event],
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
