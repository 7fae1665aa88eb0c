// How many activities per second are collected, stored and reported, and what each process spends on one.
//
//   npm run build
//   node bench/throughput.mjs <collect|sustain> <distributed|embedded> [--seconds 5] [--rounds 3] [--connections 16,64,256]
//
// collect  only the 200s; in the distributed shape the consumers are stopped, so only gateway and broker run.
// sustain  everything runs; a round ends when every acknowledged activity is in PostgreSQL and in the report.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { generateLoad, measureBaseline } from './baseline.mjs';
import { startShape } from './platform.mjs';
import { usage } from './process-usage.mjs';
import { spread } from './statistics.mjs';

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
const print = (text) => process.stdout.write(`${text}\n`);

const { platform, databaseUrl, stop } = await startShape(shape, directory);
try {
  if (mode === 'collect' && shape === 'distributed')
    for (const name of consumers) await platform.process(name).terminate();
  await load(64, 3); // warm-up
  if (mode !== 'collect') await allReported();
  for (const connections of values.connections.split(',').map(Number)) await measure(connections);
} finally {
  await stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

async function measure(connections) {
  const baseline = await measureBaseline({ connections, warmUpSeconds: 1 });
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round++) rounds.push(await runRound(connections));
  print(
    `\n${mode}, ${shape}, ${connections} connections, ${rounds.length} rounds of ${seconds} s (min / median / max)`,
  );
  print(`  baseline          ${baseline.perSecond.toLocaleString('en')}/s at ${baseline.cpu.toFixed(1)} µs CPU`);
  const stored = mode === 'sustain' ? '   stored and reported' : '';
  print(`  activities/s      ${spread(rounds.map((round) => round.perSecond))}${stored}`);
  if (mode === 'sustain') print(`  answered/s        ${spread(rounds.map((round) => round.answered))}`);
  print(`  p50 ms            ${spread(rounds.map((round) => round.p50))}`);
  print(`  p99 ms            ${spread(rounds.map((round) => round.p99))}`);
  print(`  not 200           ${rounds.reduce((sum, { failed }) => sum + failed, 0)}`);
  const roles = Object.keys(rounds[0].cpu).filter((role) => rounds.every(({ cpu }) => role in cpu));
  for (const role of roles) {
    const cpu = spread(rounds.map((round) => round.cpu[role]));
    print(`  ${role.padEnd(18)}${cpu} µs CPU/activity, ${Math.round(rounds.at(-1).rss[role])} MiB`);
  }
  const total = ({ cpu }) => roles.reduce((sum, role) => sum + (role === 'generator' ? 0 : cpu[role]), 0);
  print(`  all but generator ${spread(rounds.map(total))} µs CPU/activity`);
  const cpuRatio = spread(rounds.map((round) => total(round) / baseline.cpu));
  const rateRatio = spread(rounds.map((round) => baseline.perSecond / round.perSecond));
  print(`  in baseline requests ${cpuRatio} (CPU), 1 / ${rateRatio} (rate)`);
}

async function runRound(connections) {
  const before = usage();
  const started = performance.now();
  const result = await load(connections, seconds);
  if (mode === 'sustain') await allReported();
  const elapsed = (performance.now() - started) / 1000;
  const cpu = {};
  const rss = {};
  for (const [role, now] of Object.entries(usage())) {
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

async function load(connections, duration) {
  const result = await generateLoad({ url: platform.url, token: platform.token, connections, seconds: duration });
  acknowledged += result.sent;
  return result;
}

/** Waits until the report counts every acknowledged activity, and checks that PostgreSQL holds exactly as many. */
async function allReported() {
  while ((await countReported()) < acknowledged) await new Promise((resolve) => setTimeout(resolve, 50));
  const [stored, reported] = [await countStored(), await countReported()];
  if (stored !== acknowledged || reported !== acknowledged)
    throw new Error(`acknowledged ${acknowledged}, stored ${stored}, reported ${reported}`);
}

async function countStored() {
  const client = new pg.Client({ connectionString: databaseUrl });
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
