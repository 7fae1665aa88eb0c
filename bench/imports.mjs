// How fast a file is imported: uploaded through the public API, applied, and visible in the report or in the reads.
//
//   npm run build
//   node bench/imports.mjs [embedded|distributed] [--lines 100000,1000000] [--rounds 1] [--kinds activities,segments]
//   node bench/imports.mjs [embedded|distributed] --live [--lines 60000] [--rounds 3] [--rate 50] [--seconds 20]
//
// activities  USER_ACTIVITY as NDJSON, 630 bytes a line, of 100,000 users.
// segments    USER_SEGMENT as CSV, each user in ten segments.
// --live      instead: the latency of live collection at a steady rate, without an import and beside one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { measureBaseline } from './baseline.mjs';
import { shareProcessors } from './cpu-shares.mjs';
import { kinds } from './import-files.mjs';
import { startShape } from './platform.mjs';
import { usage } from './process-usage.mjs';

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
const rounds = Number(options.rounds);
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const print = (text) => process.stdout.write(`${text}\n`);
/** Not part of the product. */
const helpers = ['baseline', 'generator'];
let files = 0;

const { platform, databaseUrl, stop } = await startShape(shape, directory);
if (shape === 'distributed') await shareProcessors(platform);
const database = new pg.Client({ connectionString: databaseUrl });
database.on('error', () => undefined);
await database.connect();
/** Current counts: activities in the report, memberships in the table behind the reads. */
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
  await (options.live ? measureLive() : measureThroughput());
} finally {
  await database.end();
  await stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

async function measureThroughput() {
  for (const name of options.kinds.split(',')) {
    await importFile(kinds[name], 5_000); // warm-up
    await untilIdle();
    for (const lines of sizes)
      for (let round = 0; round < rounds; round++)
        await measureImport(name, lines, await measureBaseline({ connections: 64 }));
  }
}

async function measureImport(name, lines, baseline) {
  const [before, started] = [usage(), performance.now()];
  const { uploaded, succeeded } = await importFile(kinds[name], lines);
  const [seconds, after] = [(performance.now() - started) / 1_000, usage()];
  const cpu = Object.entries(after)
    .filter(([role]) => !helpers.includes(role))
    .map(([role, { cpu, rss }]) => ({ role, rss, us: ((cpu - (before[role]?.cpu ?? 0)) * 1e6) / lines }));
  const total = cpu.reduce((sum, { us }) => sum + us, 0);
  const perSecond = lines / seconds;
  const rate = Math.round(perSecond).toLocaleString('en');
  const perRole = cpu.map(({ role, us, rss }) => `${role} ${us.toFixed(1)} (${rss.toFixed(0)} MiB)`);
  const cpuRatio = (total / baseline.cpu).toFixed(2);
  const rateRatio = (baseline.perSecond / perSecond).toFixed(1);
  print(`\n${name}, ${shape}, ${lines.toLocaleString('en')} lines: ${rate} lines/s`);
  print(
    `  uploaded after ${uploaded.toFixed(1)} s, SUCCEEDED ${succeeded.toFixed(1)} s, visible ${seconds.toFixed(1)} s`,
  );
  print(`  ${total.toFixed(1)} µs CPU a line: ${perRole.join(', ')}`);
  print(`  baseline: ${baseline.perSecond.toLocaleString('en')}/s at ${baseline.cpu.toFixed(1)} µs`);
  print(`  in baseline requests: a line costs ${cpuRatio} (CPU), 1 / ${rateRatio} (rate)`);
}

/** Seconds until each stage. Resolves when the file's effect is visible. */
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

/** Waits until no message is under way: at the first start the reports request a backfill. */
async function untilIdle() {
  for (let idle = 0; idle < 20; await sleep(100)) {
    const { rows } = await database.query('select exists (select from tracking_ingest.outbox) as is_busy');
    idle = rows[0].is_busy ? 0 : idle + 1;
  }
}

/** Alternates alone and beside an import, since the machine's speed changes from minute to minute. */
async function measureLive() {
  await untilIdle();
  const lines = sizes.at(-1);
  await probe(Number(options.seconds)); // warm-up: a broker just started takes 50 to 100 ms now and then
  for (const name of options.kinds.split(',')) {
    const results = [];
    for (let round = 0; round < rounds; round++) {
      const alone = await probe(Number(options.seconds));
      let isOver = false;
      const running = importFile(kinds[name], lines).finally(() => (isOver = true));
      await sleep(1_000);
      const beside = await probe(Number(options.seconds), () => isOver);
      await running;
      results.push({ alone, beside, ratio: beside[1] / alone[1] });
    }
    print(`\nlive collection at ${options.rate}/s, ${shape}, beside imports of ${lines.toLocaleString('en')} ${name}`);
    for (const { alone, beside, ratio } of results)
      print(`  p50 / p99 / max ms alone ${alone.join(' / ')}, beside ${beside.join(' / ')}: p99 ${ratio.toFixed(2)} ×`);
  }
}

/** An open loop at a steady rate: milliseconds from the instant when a request was due to its response, p50, p99 and max. */
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
