// How fast reports on ClickHouse are. The facts are those of reports.mjs, of which a tenth of the people are merged and some
// are erased. bench/reports.mjs answers the same reports from DuckDB.
//
//   npm run build
//   node bench/clickhouse.mjs [--facts 20000000] [--rounds 5] [--seconds 10]
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { ClickHouseConnection } from '@tributary/analytics/clickhouse/clickhouse-connection';
import { ClickHouseFactStore } from '@tributary/analytics/clickhouse/clickhouse-fact.store';
import { activitiesCube } from '@tributary/analytics/reports/activities.cube';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { compileReport } from '@tributary/analytics/reports/compile-report';
import { startClickHouse } from '@tributary/testing/clickhouse/clickhouse-server';
import { median } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    facts: { type: 'string', default: '5000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
  },
});
const count = Number(options.facts);
const days = 120;
const users = 500_000;
const erased = 200;
const dayMs = 86_400_000;
const firstDay = Math.floor(Date.now() / dayMs) - days + 1;

const server = await startClickHouse();
const access = { url: server.url, user: 'default', password: '', database: 'bench' };
const limits = { readers: 4, maxWaiting: 100, maxWaitingPerTenant: 100, timeoutMs: 60_000 };
const store = await ClickHouseFactStore.open({
  ...access,
  ...limits,
  memory: 2 * 1024 ** 3,
  threads: 2,
  logger: pino({ level: 'warn' }),
});
const connection = new ClickHouseConnection(access);
const ms = (number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`;
const print = (line) => process.stdout.write(`${line}\n`);

/** The user point of a person; merged ones have one of their own, which begins with f. */
const point = (person, first = '0') =>
  `toUUID(concat('${first}', lower(leftPad(hex(toUInt32(${person})), 7, '0')), '-0000-7000-8000-', lower(leftPad(hex(toUInt32(${person})), 12, '0'))))`;

/** Visits of four activities each, by one user on one of 20 channels, spread evenly over the days. */
async function fill() {
  const page = 1_000_000;
  for (let from = 0; from < count; from += page) {
    await connection.command(
      `insert into facts select 0, intDiv(ts, ${30 * dayMs}), 1, ts, generateUUIDv4(number),
          if(person % 10 = 0 and visit % 2 = 0, ${point('person', 'f')}, ${point('person')}),
          ['SITE_VISIT', 'SITE_VISIT', 'APP_VISIT', 'TOUCH'][1 + cityHash64(visit + 2) % 4],
          toString(8000 + cityHash64(visit + 1) % 20), 'SMARTPHONE', 'CHROME', 'ANDROID',
          concat('brand ', toString(person % 30)), 'MOBILE_APP', concat('source ', toString(cityHash64(visit + 4) % 15)),
          'email', null, 'FR', null, concat('city ', toString(person % 200)), null,
          cityHash64(visit + 3) % 600, 3, cityHash64(number) % 20 = 0,
          cityHash64(visit) % 20 = 0, cityHash64(visit) % 3 = 0,
          ['$page_view', concat('event ', toString(cityHash64(ts) % 9))],
          if(cityHash64(number) % 20 = 0, toDecimal128((cityHash64(ts) % 100000) / 100, 6), null), 1, false
        from (select number, intDiv(number, 4) as visit, cityHash64(visit) % ${users} as person,
          toInt64(${firstDay * dayMs} + number / ${count} * ${days * dayMs}) as ts
          from numbers(${from}, ${Math.min(page, count - from)}))`,
    );
  }
  await connection.command(
    `insert into survivors select 0, 1, ${point('number * 10', 'f')}, ${point('number * 10')}, 1 from numbers(${users / 10})`,
  );
  await connection.command(`
    insert into memberships select 0, 1, ${point('person')}, concat('segment ', toString(i)), true, null, 1, 0, 1
    from (select number as person from numbers(${users})) people cross join (select number as i from numbers(10)) segments
    where cityHash64(person, i) % 5 = 0`);
  await connection.command(`insert into erasures (timeline, datamart_id, user_point_id)
    select 0, 1, ${point('number * 7 + 1')} from numbers(${erased})`);
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

function compile(dimensions, period, timeZone = 'UTC') {
  const request = {
    metrics: [{ expression: 'users' }, { expression: 'sessions' }],
    dimensions: dimensions.map((name) => ({ name })),
  };
  const scope = { datamart_id: '1', period, zone: new ReportZone(timeZone), now: Date.now() };
  return compileReport(store.dialect, request, activitiesCube(store.dialect, scope)).statement;
}

const anActivity = (fields) => ({
  activity_id: randomUUID(),
  user_point_id: randomUUID(),
  ts: Date.now(),
  type: 'SITE_VISIT',
  channel_id: '8001',
  session_duration: 60,
  device_form_factor: 'SMARTPHONE',
  location_country: 'FR',
  event_types: ['$page_view', '$item_view'],
  number_of_user_events: 2,
  ...fields,
});
const aMessage = (size, fields = {}) => ({
  topic: 'tracking.activity-stored.v1',
  key: '2',
  id: randomUUID(),
  time: Date.now(),
  value: { datamart_id: '2', activities: Array.from({ length: size }, () => anActivity(fields)) },
});

/** Facts per second in batches of 20,000, as tracking-ingest publishes them. */
async function ingest(seconds) {
  let written = 0;
  const started = performance.now();
  while (performance.now() - started < seconds * 1_000) {
    await store.storeActivities(Array.from({ length: 80 }, () => aMessage(250)));
    written += 20_000;
  }
  return (written / (performance.now() - started)) * 1_000;
}

/** From passing an activity to the store until a report counts it. */
async function freshness(times) {
  const delays = [];
  for (let n = 0; n < times; n++) {
    const started = performance.now();
    const channel_id = randomUUID();
    await store.storeActivities([aMessage(1, { channel_id })]);
    const sql = `select toFloat64(count(*)) from ${store.dialect.facts("'2'")} where channel_id = $1`;
    while ((await store.query({ sql, params: [channel_id] }, 'one'))[0]?.[0] !== 1);
    delays.push(performance.now() - started);
  }
  return { median: median(delays), most: Math.max(...delays) };
}

const isServer = (pid) =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--http-port=${new URL(server.url).port}`);
const serverPid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isServer(name));

/** Milliseconds of the server's CPU, in steps of 10. */
function cpuMs() {
  const [user, system] = readFileSync(`/proc/${serverPid}/stat`, 'utf8').split(') ').at(-1).split(' ').slice(11, 13);
  return 10 * (Number(user) + Number(system));
}

/** Resident memory of the server, now and at most. */
function memory() {
  const status = readFileSync(`/proc/${serverPid}/status`, 'utf8');
  const kib = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return `${Math.round(kib('VmRSS') / 1_024)} MiB, at most ${Math.round(kib('VmHWM') / 1_024)} MiB`;
}

async function run() {
  const started = performance.now();
  await fill();
  const [disk] = await connection.rows(
    "select sum(bytes_on_disk) as bytes from system.parts where database = 'bench' and active",
  );
  print(`${count} facts in ${ms(performance.now() - started)}, ${Math.round(disk.bytes / 2 ** 20)} MiB on the disk`);
  await connection.command('system stop merges');
  const cpuOf = {};
  for (const [name, [dimensions, period, timeZone]] of Object.entries(reports)) {
    const statement = compile(dimensions, period, timeZone);
    const times = [];
    const used = [];
    for (let round = 0; round < Number(options.rounds); round++) {
      const [before, cpuBefore] = [performance.now(), cpuMs()];
      await store.query(statement, 'one');
      times.push(performance.now() - before);
      used.push(cpuMs() - cpuBefore);
    }
    cpuOf[name] = median(used);
    const share = cpuOf[name] / cpuOf['users, sessions by day'];
    print(`${name}: ${ms(median(times))}, CPU of the server ${ms(cpuOf[name])}, ${share.toFixed(2)} times that by day`);
  }
  process.send?.(cpuOf); // to targets.mjs
  await connection.command('system start merges');
  print(`memory of ClickHouse after the reports: ${memory()}`);
  print(`stored: ${Math.round(await ingest(Number(options.seconds)))} facts/s`);
  const fresh = await freshness(20);
  print(`in a report after ${ms(fresh.median)}, at most ${ms(fresh.most)}`);
  print(`memory of ClickHouse: ${memory()}`);
}

try {
  await run();
} finally {
  await store.close();
  await connection.close();
  await server.stop();
}
