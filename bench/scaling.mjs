// How the work and the lag develop with one, then three, then one process of tracking-ingest and import-worker each.
//
//   npm run build
//   node bench/scaling.mjs activities [--seconds 20] [--rate 1500] [--backlog 60000]
//   node bench/scaling.mjs imports [--seconds 20] [--files 30] [--lines 20000]
//
// activities  a backlog in Kafka and a constant rate on top of it, in the form in which the gateway publishes. The rate
//             ends with the third phase.
// imports     files that are uploaded before the clock starts. One of the workers parses each file.
//
// It ends when no message waits, and fails unless every activity is stored exactly once. It draws
// bench/scaling-<mode>.svg. Linux only.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { KafkaPublisher } from '@tributary/bus/kafka/kafka.publisher';
import { activityReceived, chunkRequested } from '@tributary/contracts/topics/topics';
import { startEmbeddedPostgres } from '@tributary/database/embedded/embedded-postgres';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import { KafkaGroups } from '@tributary/testing/kafka/kafka-groups';
import { startFleet } from '@tributary/testing/processes/processes-fleet';
import { usage } from './process-usage.mjs';
import { drawScaling } from './scaling-chart.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '1500' },
    backlog: { type: 'string', default: '60000' },
    files: { type: 'string', default: '30' },
    lines: { type: 'string', default: '20000' },
  },
});
const [mode = 'activities'] = positionals;
const [seconds, rate, backlog, files, lines] = ['seconds', 'rate', 'backlog', 'files', 'lines'].map((name) =>
  Number(values[name]),
);
const sampleMs = 1_000;
const scaled = ['tracking-ingest', 'import-worker'];
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const print = (text) => process.stdout.write(`${text}\n`);

const kafka = await startKafka();
const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), log: () => {} });
const fleet = await startFleet({ brokers: kafka.brokers, databaseUrl: postgres.url });
const groups = await KafkaGroups.connect(kafka.brokers);
const publisher = new KafkaPublisher({
  brokers: kafka.brokers,
  clientId: 'scaling',
  logger: { warn: print, debug: () => {} },
  limits: { deadlineMs: 60_000, maxQueuedMessages: 500_000, maxQueuedBytes: 2 ** 30 },
});
const database = new pg.Client({ connectionString: postgres.url });
await database.connect();

/** How many activities are to be stored in the end. */
let expected = 0;
/**
 * The consumer group whose offsets measure the work, and how many units one record holds. Activities are in bundles: what
 * was stored is shared out by records.
 */
const measured = {
  activities: {
    consumption: { group: 'tracking-ingest.store-activities', topic: activityReceived.name },
    unit: 'activities',
    app: 'tracking-ingest',
  },
  imports: {
    consumption: { group: 'import-worker.parse-chunks', topic: chunkRequested.name },
    unit: 'lines',
    app: 'import-worker',
    perRecord: Math.min(lines, 5_000),
  },
}[mode];
const samples = [];
const steps = [];
/** The last phase has ended: no more activities are published. */
let isOver = false;
const names = new Map();

try {
  // While no process stores, the backlog can build up.
  await fleet.process('tracking-ingest').terminate();
  await (mode === 'activities' ? publish(backlog) : upload());
  await fleet.process('tracking-ingest').start();
  const [load, cpu, { rows }] = [loadavg()[0], readCpu(), await countStored()];
  const started = performance.now();
  const clock = () => (performance.now() - started) / 1_000;
  const publishing = mode === 'activities' ? publishAtRate(clock) : undefined;
  const sampling = sample(clock);
  await phase(clock, 1, () => {});
  await phase(clock, 3, grow);
  await phase(clock, 1, shrink);
  isOver = true;
  await Promise.all([publishing, sampling]);
  const stored = await countStored();
  if (stored.rows !== expected || stored.distinct !== expected)
    throw new Error(`expected ${expected}, stored ${stored.rows}, ${stored.distinct} of them distinct`);
  report({ load, cpu, stored: rows });
} finally {
  await fleet.stop();
  await Promise.all([publisher.close(), groups.close(), database.end()]);
  await Promise.all([kafka.stop(), postgres.stop()]);
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

/** Applies the change, then lets the processes work. */
async function phase(clock, processes, change) {
  await change();
  steps.push({ at: clock(), processes });
  print(`${clock().toFixed(0)} s: ${processes} of each`);
  await sleep(seconds * 1_000);
}

async function grow() {
  for (const app of [...scaled, ...scaled]) await fleet.add(app);
  await fleet.start();
}

async function shrink() {
  const leaving = scaled.flatMap((app) => fleet.of(app).slice(1));
  await Promise.all(leaving.map((process) => process.terminate()));
}

/** `rate` activities per second, every 100 ms, until the last phase has ended. */
async function publishAtRate(clock) {
  const from = expected;
  for (; !isOver; await sleep(100)) {
    const count = Math.floor(clock() * rate) - (expected - from);
    if (count > 0) await publish(count);
  }
}

async function publish(count) {
  const now = Date.now();
  expected += count;
  const messages = Array.from({ length: count }, () => {
    const agent = `web:7:${String(Math.floor(Math.random() * 100_000)).padStart(12, '0')}`;
    const body = { $type: 'SITE_VISIT', $site_id: '8298', $ts: now, $session_status: 'IN_SESSION' };
    const identifiers = [{ type: 'USER_AGENT', value: agent }];
    const user = { $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: agent }] };
    const activity_id = randomUUID();
    const text = JSON.stringify({ ...body, ...user, $events: [{ $event_name: '$page_view', $properties: {} }] });
    return {
      id: `1/${activity_id}`,
      value: { datamart_id: '1', activity_id, received_ts: now, identifiers, body: text },
    };
  });
  await publisher.publish(activityReceived, messages);
}

async function upload() {
  const line = (number) => `{"$type":"SITE_VISIT","$site_id":"1","$user_agent_id":"file-${number % 5_000}"}`;
  const file = Array.from({ length: lines }, (_, number) => line(number)).join('\n');
  const kind = {
    document_type: 'USER_ACTIVITY',
    mime_type: 'APPLICATION_X_NDJSON',
    encoding: 'utf-8',
    name: 'scaling',
  };
  const { id } = await post('', JSON.stringify(kind), 'application/json');
  for (let uploaded = 0; uploaded < files; uploaded++) {
    await post(`/${id}/executions`, file, 'application/x-ndjson');
    expected += lines;
  }
}

async function post(target, body, type) {
  const response = await fetch(`${fleet.url}/v1/datamarts/1/document_imports${target}`, {
    method: 'POST',
    body,
    headers: { authorization: fleet.token, 'content-type': type },
  });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(answer));
  return answer.data;
}

async function countStored() {
  const query = `select count(*)::int as rows, count(distinct activity_id)::int as distinct from tracking_ingest.activities`;
  return (await database.query(query)).rows[0];
}

async function sample(clock) {
  let [positions, last, owners] = [await groups.committedOffsets(measured.consumption), clock(), new Map()];
  let before = (await countStored()).rows;
  for (let lag = expected; lag > 0 || !isOver;) {
    await sleep(sampleMs);
    const now = await groups.committedOffsets(measured.consumption);
    owners = (await readOwners()) ?? owners;
    const { rows } = await database.query('select count(*)::int as stored from tracking_ingest.activities');
    const [{ stored }] = rows;
    const [at, work] = [clock(), {}];
    // Without a commit the offset is -1.
    const doneOf = ([partition, position]) => Number(position) - Math.max(0, Number(positions.get(partition) ?? 0));
    const done = [...now].map((one) => [one[0], doneOf(one)]).filter(([, records]) => records > 0);
    const perRecord = measured.perRecord ?? (stored - before) / done.reduce((sum, [, records]) => sum + records, 0);
    for (const [partition, records] of done) {
      const member = nameOf(owners.get(partition));
      work[member] = (work[member] ?? 0) + (records * perRecord) / (at - last);
    }
    lag = expected - stored;
    samples.push({ at, lag, work, stored, cpu: readCpu() });
    [positions, last, before] = [now, at, stored];
  }
}

/** The member of each partition; undefined during a rebalance. */
async function readOwners() {
  try {
    const shares = await groups.assignments(measured.consumption);
    return new Map([...shares].flatMap(([member, partitions]) => partitions.map((partition) => [partition, member])));
  } catch {
    return undefined;
  }
}

/** Numbered in the order of their first work. A restarted process is a new member. */
function nameOf(member) {
  if (!names.has(member)) names.set(member, `${measured.app} ${names.size + 1}`);
  return names.get(member);
}

/** Seconds of CPU so far: of each scaled process, and of the two servers. */
function readCpu() {
  const own = scaled.flatMap((app) => fleet.of(app)).filter(({ isRunning }) => isRunning);
  const { broker, postgresql } = usage();
  return {
    ...Object.fromEntries(own.map(({ pid, program }) => [program.name, cpuOf(pid)])),
    broker: broker.cpu,
    postgresql: postgresql.cpu,
  };
}

function cpuOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** @param start what was measured before the first phase */
function report(start) {
  const title = `${expected.toLocaleString('en')} ${measured.unit}: 1 → 3 → 1 processes of ${scaled.join(' and ')}`;
  const file = path.join(import.meta.dirname, `scaling-${mode}.svg`);
  writeFileSync(file, drawScaling({ title, unit: measured.unit, samples, steps }));
  print(
    `\n${title}; load ${start.load.toFixed(1)} at the start, ${loadavg()[0].toFixed(1)} at the end; each is stored once`,
  );
  print('| processes | seconds | stored/s | waiting, from … to | CPU, seconds |\n| --- | --- | --- | --- | --- |');
  let [last, lastCpu] = [{ at: 0, stored: start.stored, lag: samples[0].lag }, start.cpu];
  steps.forEach(({ processes }, index) => {
    const until = steps[index + 1]?.at ?? Infinity;
    const now = samples.findLast(({ at }) => at <= until);
    const perSecond = Math.round((now.stored - last.stored) / (now.at - last.at));
    const cpu = Object.entries(now.cpu).map(([name, spent]) => `${name} ${(spent - (lastCpu[name] ?? 0)).toFixed(1)}`);
    const waiting = `${last.lag.toLocaleString('en')} … ${now.lag.toLocaleString('en')}`;
    const row = [processes, (now.at - last.at).toFixed(0), perSecond.toLocaleString('en'), waiting, cpu.join(', ')];
    print(`| ${row.join(' | ')} |`);
    [last, lastCpu] = [now, now.cpu];
  });
}
