// How fast a file is imported: uploaded through the public API, applied, and to be seen in the report or the reads.
//
//   npm run build && node docs/bench/imports.mjs [embedded|distributed] [--lines 100000,1000000] [--rounds 1]
//       [--kinds activities,segments] [--live]
//
// activities  USER_ACTIVITY as NDJSON, 567 bytes a line, of 100,000 users.
// segments    USER_SEGMENT as CSV, each user in ten segments.
// --live      instead: the latency of live collection at a steady rate, alone and while such a file is imported.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '@tributary/database/embedded-postgres';
import { startKafka } from '@tributary/testing/kafka-broker';
import { findEmbeddedServer } from '@tributary/testing/processes-embedded';
import { startPlatform } from '@tributary/testing/processes-platform';
import { shareProcessors } from './cpu-shares.mjs';
import { kinds } from './import-files.mjs';
import { usage } from './processes.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lines: { type: 'string', default: '100000,1000000' },
    rounds: { type: 'string', default: '1' },
    kinds: { type: 'string', default: 'activities,segments' },
    live: { type: 'boolean', default: false },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
  },
});
const [shape = 'embedded'] = positionals;
const sizes = options.lines.split(',').map(Number);
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const say = (text) => process.stdout.write(`${text}\n`);
const yardstick = ['bare', 'generator'];
let files = 0;

const { platform, databaseUrl, stop } = shape === 'embedded' ? await embedded() : await distributed();
const database = new pg.Client({ connectionString: databaseUrl() });
database.on('error', () => undefined);
await database.connect();
/** How many there are by now: of activities in the report, of memberships in the table that the reads are made of. */
const reader = {
  report: async () => {
    const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const request = { metrics: [{ expression: 'sessions' }], date_ranges: [{ start_date: day(-1), end_date: day(1) }] };
    const answer = await call('POST', '/v1/datamarts/1/user_activities_analytics', JSON.stringify(request));
    return answer.data.report_view.rows[0][0];
  },
  memberships: async () => {
    const { rows } = await database.query('select count(*)::int as count from tracking_ingest.user_segments');
    return rows[0].count;
  },
};

try {
  await (options.live ? live() : throughput());
} finally {
  await database.end();
  await platform.stop();
  await stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

async function throughput() {
  for (const name of options.kinds.split(',')) {
    await importFile(kinds[name], 5_000); // warm-up
    await quiet();
    for (const lines of sizes)
      for (let round = 0; round < Number(options.rounds); round++) await measure(name, lines, await measureBare());
  }
}

async function measure(name, lines, bare) {
  const [before, started] = [usage(), performance.now()];
  const { uploaded, succeeded } = await importFile(kinds[name], lines);
  const [seconds, after] = [(performance.now() - started) / 1_000, usage()];
  const cpu = Object.entries(after)
    .filter(([role]) => !yardstick.includes(role))
    .map(([role, { cpu, rss }]) => ({ role, rss, us: ((cpu - (before[role]?.cpu ?? 0)) * 1e6) / lines }));
  const total = cpu.reduce((sum, { us }) => sum + us, 0);
  const perSecond = lines / seconds;
  say(
    `\n${name}, ${shape}, ${lines.toLocaleString('en')} lines: ${Math.round(perSecond).toLocaleString('en')} lines/s`,
  );
  say(
    `  uploaded after ${uploaded.toFixed(1)} s, SUCCEEDED ${succeeded.toFixed(1)} s, to be seen ${seconds.toFixed(1)} s`,
  );
  say(
    `  ${total.toFixed(1)} µs CPU a line: ${cpu.map(({ role, us, rss }) => `${role} ${us.toFixed(1)} (${rss.toFixed(0)} MiB)`).join(', ')}`,
  );
  say(
    `  bare node:http just now ${bare.perSecond.toLocaleString('en')}/s at ${bare.cpu.toFixed(1)} µs: ` +
      `a line costs ${(total / bare.cpu).toFixed(2)} bare requests, and there are ${(bare.perSecond / perSecond).toFixed(1)} of these to a line`,
  );
}

/** Seconds until each stage; the file is in a datamart of its own kind of people, so that its effect can be counted. */
async function importFile(kind, lines) {
  const file = ++files;
  const before = await kind.count(reader);
  const started = performance.now();
  const execution = await upload(kind, Readable.from(kind.file(file, lines)));
  const seconds = () => (performance.now() - started) / 1_000;
  const uploaded = seconds();
  let current = execution;
  while (['PENDING', 'RUNNING'].includes(current.status)) {
    await sleep(100);
    current = (await call('GET', execution.permalink_uri)).data;
  }
  const succeeded = seconds();
  if (current.result?.total_success !== lines) throw new Error(JSON.stringify(current));
  while ((await kind.count(reader)) < before + lines) await sleep(100);
  return { uploaded, succeeded };
}

async function upload(kind, body) {
  const imports = '/v1/datamarts/1/document_imports';
  const definition = { document_type: kind.document_type, mime_type: kind.mime_type, encoding: 'utf-8', name: 'bench' };
  const { data } = await call('POST', imports, JSON.stringify({ ...definition, priority: 'MEDIUM' }));
  return (await call('POST', `${imports}/${data.id}/executions`, body, kind.content_type)).data;
}

async function call(method, target, body, type = 'application/json') {
  const headers = { authorization: platform.token, ...(body && { 'content-type': type }) };
  const response = await fetch(platform.url + target, { method, headers, body, ...(body && { duplex: 'half' }) });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

/** Until nothing is on its way: at the first start the reports ask for everything there is, day by day. */
async function quiet() {
  for (let idle = 0; idle < 20; await sleep(100)) {
    const { rows } = await database.query('select exists (select from tracking_ingest.outbox) as is_busy');
    idle = rows[0].is_busy ? 0 : idle + 1;
  }
}

/** Alone and beside in turns, since the machine is not the same from minute to minute. */
async function live() {
  await quiet();
  const [lines] = sizes.slice(-1);
  await probe(Number(options.seconds)); // warm-up: a broker just started takes 50 to 100 ms now and then
  for (const name of options.kinds.split(',')) {
    const rounds = [];
    for (let round = 0; round < Number(options.rounds); round++) {
      const alone = await probe(Number(options.seconds));
      let isOver = false;
      const running = importFile(kinds[name], lines).finally(() => (isOver = true));
      await sleep(1_000);
      const beside = await probe(Number(options.seconds), () => isOver);
      await running;
      rounds.push({ alone, beside, ratio: beside[1] / alone[1] });
    }
    say(`\nlive collection at ${options.rate}/s, ${shape}, beside imports of ${lines.toLocaleString('en')} ${name}`);
    for (const { alone, beside, ratio } of rounds)
      say(`  p50 / p99 / max ms alone ${alone.join(' / ')}, beside ${beside.join(' / ')}: p99 ${ratio.toFixed(2)} ×`);
  }
}

/** Milliseconds from when a request was due to its answer, at a steady rate: p50, p99, the longest. */
async function probe(seconds, isOver = () => false) {
  const latencies = [];
  const answers = [];
  const everyMs = 1_000 / Number(options.rate);
  const started = performance.now();
  for (let n = 0; performance.now() - started < seconds * 1_000 && !isOver(); n++) {
    const due = started + n * everyMs;
    if (due > performance.now()) await sleep(due - performance.now());
    const body = JSON.stringify({ $type: 'APP_VISIT', $app_id: '2', $user_agent_id: `live-${n % 1_000}`, $events: [] });
    const sent = call('POST', '/v1/datamarts/1/user_activities', body);
    answers.push(sent.then(() => latencies.push(performance.now() - due)));
  }
  await Promise.all(answers);
  latencies.sort((a, b) => a - b);
  const at = (share) => Number(latencies[Math.floor((latencies.length - 1) * share)].toFixed(1));
  return [at(0.5), at(0.99), at(1)];
}

/** What this machine does just now. */
async function measureBare() {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())));
  const before = usage().bare?.cpu ?? 0;
  const result = await generate({ url, token: 'none', connections: 64, seconds: 2 });
  const cpu = ((usage().bare.cpu - before) / result.sent) * 1e6;
  server.kill();
  return { perSecond: result.perSecond, cpu };
}

async function generate(settings) {
  const script = path.join(import.meta.dirname, 'load-generator.mjs');
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const data of child.stdout) output += data;
  return JSON.parse(output);
}

async function embedded() {
  const platform = await startPlatform({ shape: 'embedded', dataDirectory: directory });
  return { platform, databaseUrl: () => findEmbeddedServer(directory).url, stop: async () => {} };
}

/** The servers as in production, on this machine: PostgreSQL with fsync, one broker, processors shared as in Kubernetes. */
async function distributed() {
  const kafka = await startKafka();
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), log: () => {} });
  const server = { kill: async () => {}, start: async () => {} };
  const stores = { kind: 'local', brokers: kafka.brokers, databaseUrl: postgres.url, kafka: server, postgres: server };
  const platform = await startPlatform({ shape: 'distributed', stores: { ...stores, stop: async () => {} } });
  await shareProcessors(platform);
  const stop = async () => {
    await kafka.stop();
    await postgres.stop();
  };
  return { platform, databaseUrl: () => postgres.url, stop };
}
