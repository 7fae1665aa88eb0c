// How fast activities are collected, stored and reported, and what each process spends on one.
//
//   npm run build && node docs/bench/measure.mjs <collect|sustain> <distributed|embedded> [--seconds 5] [--rounds 3] [--connections 16,64,256]
//
// collect  the 200s alone; in the distributed shape only gateway and broker run (the consumers are stopped).
// sustain  everything runs; the clock stops when every acknowledged activity is in PostgreSQL and in the report.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '@tributary/database/embedded-postgres';
import { startKafka } from '@tributary/testing/kafka-broker';
import { startPlatform } from '@tributary/testing/processes-platform';
import { findEmbeddedServer } from '@tributary/testing/processes-embedded';
import { usage } from './processes.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16,64,256' },
  },
});
const [mode = 'sustain', shape = 'distributed'] = positionals;
const seconds = Number(values.seconds);
const consumers = ['tracking-ingest', 'analytics', 'import-worker', 'warehouse-metadata', 'admin'];
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
let acknowledged = 0;
const say = (text) => process.stdout.write(`${text}\n`);

const { platform, databaseUrl, stop } = shape === 'embedded' ? await embedded() : await distributed();
try {
  if (mode === 'collect' && shape === 'distributed')
    for (const name of consumers) await platform.process(name).terminate();
  await load(64, 3); // warm-up
  if (mode !== 'collect') await settled();
  for (const connections of values.connections.split(',').map(Number)) await measure(connections);
} finally {
  await platform.stop();
  await stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

async function measure(connections) {
  const yardstick = await measureBare(connections);
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round++) rounds.push(await oneRound(connections));
  const perSecond = spread(rounds.map((round) => round.perSecond));
  say(`\n${mode}, ${shape}, ${connections} connections, ${rounds.length} rounds of ${seconds} s (min / median / max)`);
  say(
    `  bare node:http    ${yardstick.perSecond.toLocaleString('en')}/s at ${yardstick.cpu.toFixed(1)} µs CPU: what this machine does just now`,
  );
  say(`  activities/s      ${perSecond}${mode === 'sustain' ? '   stored and reported' : ''}`);
  if (mode === 'sustain') say(`  answered/s        ${spread(rounds.map((round) => round.answered))}`);
  say(`  p50 ms            ${spread(rounds.map((round) => round.p50))}`);
  say(`  p99 ms            ${spread(rounds.map((round) => round.p99))}`);
  say(`  not 200           ${rounds.reduce((sum, { failed }) => sum + failed, 0)}`);
  const roles = Object.keys(rounds[0].cpu).filter((role) => rounds.every(({ cpu }) => role in cpu));
  for (const role of roles)
    say(
      `  ${role.padEnd(18)}${spread(rounds.map(({ cpu }) => cpu[role]))} µs CPU/activity, ${Math.round(rounds.at(-1).rss[role])} MiB`,
    );
  const total = ({ cpu }) => roles.reduce((sum, role) => sum + (role === 'generator' ? 0 : cpu[role]), 0);
  say(`  all but generator ${spread(rounds.map(total))} µs CPU/activity`);
  say(
    `  in bare requests  ${spread(rounds.map((round) => total(round) / yardstick.cpu))} (CPU), 1 / ${spread(rounds.map((round) => yardstick.perSecond / round.perSecond))} (rate)`,
  );
}

async function oneRound(connections) {
  const before = usage();
  const started = performance.now();
  const result = await load(connections, seconds);
  if (mode === 'sustain') await settled();
  const elapsed = (performance.now() - started) / 1000;
  const after = usage();
  const cpu = {};
  const rss = {};
  for (const [role, now] of Object.entries(after)) {
    const spent = now.cpu - (before[role]?.cpu ?? 0);
    const perActivity = (spent / result.sent) * 1e6;
    if (perActivity < 0.05) continue;
    cpu[role] = perActivity;
    rss[role] = now.rss;
  }
  cpu.generator = (result.generatorCpu / result.sent) * 1e6;
  rss.generator = 0;
  const perSecond = mode === 'sustain' ? result.sent / elapsed : result.perSecond;
  return { ...result, answered: result.perSecond, perSecond, cpu, rss };
}

/** The same load on a server that does nothing: machines differ, and the same machine does from hour to hour. */
async function measureBare(connections) {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())));
  await generate({ url, connections, seconds: 1 });
  const before = usage().bare?.cpu ?? 0;
  const result = await generate({ url, connections, seconds: 2 });
  const cpu = ((usage().bare.cpu - before) / result.sent) * 1e6;
  server.kill();
  return { perSecond: result.perSecond, cpu };
}

async function load(connections, duration) {
  const result = await generate({ url: platform.url, connections, seconds: duration });
  acknowledged += result.sent;
  return result;
}

/** The generator is a process of its own, so that its CPU is told apart. */
function generate(options) {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'load-generator.mjs'), JSON.stringify({ token: platform.token, ...options })],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`the generator ended with ${code}`)),
    );
  });
}

/** Waits until the report counts every acknowledged activity, and checks that PostgreSQL holds exactly as many. */
async function settled() {
  while ((await countReported()) < acknowledged) await new Promise((resolve) => setTimeout(resolve, 50));
  const [stored, reported] = [await countStored(), await countReported()];
  if (stored !== acknowledged || reported !== acknowledged)
    throw new Error(`acknowledged ${acknowledged}, stored ${stored}, reported ${reported}`);
}

async function countStored() {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query('select count(*)::int as stored from tracking_ingest.activities');
    return rows[0].stored;
  } finally {
    await client.end();
  }
}

async function countReported() {
  const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const response = await fetch(`${platform.url}/v1/datamarts/1/user_activities_analytics`, {
    method: 'POST',
    headers: { authorization: platform.token, 'content-type': 'application/json' },
    body: JSON.stringify({
      metrics: [{ expression: 'sessions' }],
      date_ranges: [{ start_date: day(-1), end_date: day(1) }],
    }),
  });
  const body = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return body.data.report_view.rows[0][0];
}

function spread(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const show = (number) => (number >= 100 ? Math.round(number).toLocaleString('en') : number.toFixed(1)).padStart(7);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(show).join(' / ');
}

async function embedded() {
  const platform = await startPlatform({ shape: 'embedded', dataDirectory: directory });
  return { platform, databaseUrl: () => findEmbeddedServer(directory).url, stop: async () => {} };
}

/** The servers as in production, on this machine: PostgreSQL with fsync, one broker. */
async function distributed() {
  const kafka = await startKafka();
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), log: () => {} });
  const server = { kill: async () => {}, start: async () => {} };
  const stores = {
    kind: 'local',
    brokers: kafka.brokers,
    databaseUrl: postgres.url,
    kafka: server,
    postgres: server,
    stop: async () => {},
  };
  const platform = await startPlatform({ shape: 'distributed', stores });
  return {
    platform,
    databaseUrl: () => postgres.url,
    stop: async () => {
      await kafka.stop();
      await postgres.stop();
    },
  };
}
