// How fast reports are. PostgreSQL answers the same questions over the same rows in the same run.
//
//   npm run build
//   node bench/reports.mjs [--facts 5000000] [--rounds 5] [--without-postgres]
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { pino } from 'pino';
import { DuckDbFactStore } from '@tributary/analytics/duckdb/duckdb-fact.store';
import { activitiesCube } from '@tributary/analytics/reports/activities.cube';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { compileReport } from '@tributary/analytics/reports/compile-report';
import { startPostgres } from '@tributary/testing/postgres/postgres';
import { median } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    facts: { type: 'string', default: '5000000' },
    rounds: { type: 'string', default: '5' },
    'without-postgres': { type: 'boolean', default: false },
  },
});
const count = Number(options.facts);
const rounds = Number(options.rounds);
const days = 120;
const users = 500_000;
const dayMs = 86_400_000;
const firstDay = Math.floor(Date.now() / dayMs) - days + 1;

const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const file = path.join(directory, 'facts.duckdb');

/** Visits of four activities each, by one user on one of 20 channels, spread evenly over the days. */
const rows = `
  select 1 as datamart_id, date '1970-01-01' + (ts // ${dayMs})::integer as day, ts, uuid() as activity_id,
    printf('%08x-0000-7000-8000-%012x', person, person * 2654435761 % 281474976710656)::uuid as user_point_id,
    ['SITE_VISIT', 'SITE_VISIT', 'APP_VISIT', 'TOUCH'][1 + (hash(visit + 2) % 4)::integer] as type,
    (8000 + hash(visit + 1) % 20)::varchar as channel_id, (hash(visit + 3) % 600)::bigint as session_duration,
    'SMARTPHONE' as device_form_factor, 'CHROME' as device_browser_family, 'ANDROID' as device_os_family,
    'brand ' || hash(person) % 30 as device_brand, 'MOBILE_APP' as device_agent_type,
    'source ' || hash(visit + 4) % 15 as origin_source, 'email' as origin_channel, null as origin_campaign_name,
    'FR' as location_country, null as location_region, 'city ' || hash(person) % 200 as location_city,
    null as location_zip_code, ['$page_view', 'event ' || hash(ts) % 9] as event_types,
    2 | (4 << (hash(ts) % 9)::integer) as event_mask,
    hash(visit) % 20 = 0 as has_conversion, hash(visit) % 3 = 0 as has_bounced, 3 as number_of_user_events,
    (hash(ts) % 20 = 0)::bigint as number_of_confirmed_transactions,
    case when hash(ts) % 20 = 0 then (hash(ts) % 100000)::decimal(38, 6) / 100 end as transaction_amount
  from (
    select i // 4 as visit, hash(i // 4) % ${users} as person,
      (${firstDay}::bigint * ${dayMs} + i::double / ${count} * ${days * dayMs})::bigint as ts
    from range(${count}) facts(i)
  )`;

const limits = { readers: 2, maxWaiting: 100, maxWaitingPerTenant: 40, timeoutMs: 60_000 };
const openStore = () =>
  DuckDbFactStore.open({ path: file, memoryLimit: '512MB', threads: 2, logger: pino({ level: 'warn' }), ...limits });

async function fill() {
  await (await openStore()).close();
  const instance = await DuckDBInstance.create(file, { memory_limit: '2GB', threads: '2' });
  const connection = await instance.connect();
  await connection.run(`insert into facts by name ${rows}`);
  await connection.run(`insert into event_codes values (1, '$page_view', 1)`);
  await connection.run(`insert into event_codes select 1, 'event ' || i, i + 2 from range(9) names(i)`);
  await connection.run(`
    insert into memberships by name
    select 1 as datamart_id, person as user_point_id, person as survivor_id, 'segment ' || i as segment_id,
      true as is_member, 1 as version, 0 as backfill, 1 as write_version
    from (select distinct user_point_id as person from facts), range(10) segments(i) where hash(person, i) % 5 = 0`);
  await connection.run('checkpoint');
  connection.closeSync();
  instance.closeSync();
}

const whole = { from: firstDay * dayMs, to: (firstDay + days) * dayMs - 1 };
const middle = (firstDay + days / 2) * dayMs;
const reports = {
  'users, sessions by day': [['date_yyyy_mm_dd'], whole],
  'users, sessions by day of Paris': [['date_yyyy_mm_dd'], whole, 'Europe/Paris'],
  'users, sessions by day x channel': [['date_yyyy_mm_dd', 'channel_id'], whole],
  'one day by channel': [['channel_id'], { from: middle, to: middle + dayMs - 1 }],
  'by event_type': [['event_type'], whole],
  'by day x event_type': [['date_yyyy_mm_dd', 'event_type'], whole],
  'by segment_id': [['segment_id'], whole],
};

function compile(dialect, dimensions, period, timeZone = 'UTC') {
  const request = {
    metrics: [{ expression: 'users' }, { expression: 'sessions' }],
    dimensions: dimensions.map((name) => ({ name })),
  };
  return compileReport(
    dialect,
    request,
    activitiesCube(dialect, { datamart_id: '1', period, zone: new ReportZone(timeZone), now: Date.now() }),
  ).statement;
}

const cpuMs = () => Object.values(process.cpuUsage()).reduce((sum, micros) => sum + micros, 0) / 1_000;

/** Median milliseconds on the clock, and of this process's CPU: on a busy machine only the second is meaningful. */
async function measure(work, times = rounds) {
  const wall = [];
  const cpu = [];
  for (let round = 0; round < times; round++) {
    const [start, cpuBefore] = [performance.now(), cpuMs()];
    await work();
    wall.push(performance.now() - start);
    cpu.push(cpuMs() - cpuBefore);
  }
  return { wall: median(wall), cpu: median(cpu) };
}

const ms = (number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`;
const residentMiB = () => Math.round(process.memoryUsage().rss / 2 ** 20);

/** Stores activities of new people, 250 to a message as tracking-ingest publishes them, beside a report each half second. */
async function ingest(store, seconds) {
  let written = 0;
  let largest = 0;
  let busy = 0;
  let cpu = 0;
  const end = Date.now() + seconds * 1_000;
  const reporting = (async () => {
    while (Date.now() < end) {
      await store.query(compile(store.dialect, ...reports['users, sessions by day']), 'one');
      await sleep(500);
    }
  })();
  while (Date.now() < end) {
    const messages = Array.from({ length: 80 }, () => aMessage(250));
    const [started, used] = [performance.now(), cpuMs()];
    await store.storeActivities(messages);
    busy += performance.now() - started;
    cpu += cpuMs() - used;
    written += messages.length * 250;
    largest = Math.max(largest, residentMiB());
  }
  await reporting;
  return { rate: (written / busy) * 1_000, perFact: (cpu / written) * 1_000, largest };
}

const anActivity = () => ({
  activity_id: randomUUID(),
  user_point_id: randomUUID(),
  ts: Date.now(),
  type: 'SITE_VISIT',
  channel_id: '8001',
  session_duration: 60,
  device_form_factor: 'SMARTPHONE',
  device_os_family: 'ANDROID',
  location_country: 'FR',
  event_types: ['$page_view', '$item_view'],
  number_of_user_events: 2,
  number_of_confirmed_transactions: 0,
});
const aMessage = (size) => ({
  topic: 'tracking.activity-stored.v1',
  key: '1',
  id: randomUUID(),
  time: Date.now(),
  value: { datamart_id: '1', activities: Array.from({ length: size }, anActivity) },
});

async function fillPostgres(url) {
  const csv = path.join(directory, 'facts.csv');
  const columns = 'datamart_id, ts, user_point_id, type, channel_id';
  const instance = await DuckDBInstance.create(file, { access_mode: 'read_only' });
  const connection = await instance.connect();
  await connection.run(`copy (select ${columns} from facts) to '${csv}' (header false)`);
  connection.closeSync();
  instance.closeSync();
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    'create table facts (datamart_id bigint, ts bigint, user_point_id uuid, type varchar, channel_id varchar)',
  );
  await pipeline(createReadStream(csv), client.query(copyFrom(`copy facts (${columns}) from stdin (format csv)`)));
  await client.query('create index on facts using brin (ts)');
  await client.query('vacuum analyze facts');
  return client;
}

/** The same reports in PostgreSQL's SQL: only the expression of a day differs from the compiler's. */
const forPostgres = {
  'users, sessions by day': ['ts / 86400000', whole],
  'users, sessions by day x channel': ['ts / 86400000, channel_id', whole],
  'one day by channel': ['channel_id', reports['one day by channel'][1]],
};
const postgresSql = (groups) => `
  select ${groups}, count(distinct user_point_id),
    count(*) filter (where type in ('SITE_VISIT', 'APP_VISIT', 'CTV_VISIT'))
  from facts where datamart_id = 1 and ts between $1 and $2 group by ${groups} order by ${groups} limit 100`;

async function run() {
  const filled = performance.now();
  await fill();
  process.stdout.write(`${count} facts of ${days} days, ${users} users, in ${ms(performance.now() - filled)}\n`);
  const results = {};
  const store = await openStore();
  for (const [name, [dimensions, period, timeZone]] of Object.entries(reports)) {
    const statement = compile(store.dialect, dimensions, period, timeZone);
    results[name] = await measure(() => store.query(statement, 'one'));
    process.stdout.write(`${name}: ${ms(results[name].wall)}, CPU ${ms(results[name].cpu)}\n`);
  }
  process.send?.(Object.fromEntries(Object.entries(results).map(([name, { cpu }]) => [name, cpu]))); // to targets.mjs
  const statement = compile(store.dialect, ...reports['users, sessions by day']);
  const together = await measure(() => Promise.all(Array.from({ length: 8 }, () => store.query(statement, 'one'))), 3);
  const share = together.wall / 8 / results['users, sessions by day'].wall;
  process.stdout.write(
    `eight by day at once: ${ms(together.wall)}, CPU ${ms(together.cpu)}; each ${share.toFixed(2)} of one alone\n`,
  );
  process.stdout.write(`resident: ${residentMiB()} MiB\n`);
  const { rate, perFact, largest } = await ingest(store, 10);
  process.stdout.write(
    `${Math.round(rate)} facts/s beside a report each half second, ${perFact.toFixed(0)} µs CPU a fact, reports included; resident at most ${largest} MiB\n`,
  );
  await store.close();
  if (options['without-postgres']) return;
  const postgres = await startPostgres();
  const client = await fillPostgres(postgres.url);
  for (const [name, [groups, { from, to }]] of Object.entries(forPostgres)) {
    const { wall } = await measure(() => client.query(postgresSql(groups), [from, to]), 1);
    process.stdout.write(`${name}: PostgreSQL ${ms(wall)}, ${(wall / results[name].wall).toFixed(1)} times as long\n`);
  }
  await client.end();
  await postgres.stop();
}

try {
  await run();
} finally {
  rmSync(directory, { recursive: true });
}
