// Activities through an analyzer, beside activities of a channel without one, and how a backlog of waiting activities drains.
//
//   npm run build
//   node bench/activity-analysis.mjs [embedded|distributed] [--connections 64] [--seconds 10] [--rounds 5] [--delay 1]
//   node bench/activity-analysis.mjs backlog [--waiting 1000000]
//
// A round sends in a closed loop, and ends when the report counts every acknowledged activity. The analyzer is a process of
// its own that answers after `delay` ms; its CPU is not counted. The backlog is inserted with SQL; during its drain a probe
// sends 20 activities a second to a channel without analyzers.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSides, stopSides } from './pairs/sides.mjs';
import { call, sustain, warmUp } from './pairs/rounds.mjs';
import { median, spread } from './statistics.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    connections: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    delay: { type: 'string', default: '1' },
    waiting: { type: 'string', default: '1000000' },
  },
});
const [mode = 'embedded'] = positionals;
const connections = Number(options.connections);
const seconds = Number(options.seconds);
const print = (text) => process.stdout.write(`${text}\n`);

const analyzer = await startAnalyzer(options.delay);
const [side] = await startSides({ shape: mode === 'backlog' ? 'embedded' : mode });
try {
  const channel = await register(side, analyzer.url);
  await warmUp(side);
  if (mode === 'backlog') await drainBacklogs(channel);
  else await compare(channel.id);
} finally {
  await stopSides([side]);
  analyzer.stop();
}
process.exit(0);

async function startAnalyzer(delay) {
  const script = path.join(import.meta.dirname, 'analyzer.mjs');
  const child = spawn(process.execPath, [script, delay], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await new Promise((resolve) => child.stdout.once('data', (data) => resolve(String(data).split('\n'))));
  return { url, stop: () => child.kill() };
}

/** A plugin with a worker, and a channel that has selected its analyzer. */
async function register(side, url) {
  const create = async (target, body) => (await call(side, 'POST', `/v1${target}`, JSON.stringify(body))).data;
  const organisation_id = '1';
  const coordinates = { organisation_id, plugin_type: 'ACTIVITY_ANALYZER', group_id: 'bench', artifact_id: 'analyzer' };
  const plugin = await create('/plugins', coordinates);
  const version = await create(`/plugins/${plugin.id}/versions`, { version_id: '1.0.0' });
  const worker = `/v1/plugins/${plugin.id}/versions/${version.id}/worker`;
  await call(side, 'PUT', worker, JSON.stringify({ url }));
  const instance = { name: 'bench', version_id: version.id, error_recovery_strategy: 'STORE_WITH_ERROR_ID' };
  const analyzer = await create('/activity_analyzers?organisation_id=1', instance);
  const channel = await create('/datamarts/1/channels', { name: 'bench', type: 'SITE' });
  await create(`/channels/${channel.id}/visit_analyzer_models`, { visit_analyzer_model_id: analyzer.id });
  return { id: channel.id, analyzer: analyzer.id };
}

async function compare(site) {
  const figures = { through: [], without: [] };
  await sustain(side, { connections, seconds: 3, site });
  for (let round = 0; round < Number(options.rounds); round++) {
    figures.through.push(await sustain(side, { connections, seconds, site }));
    figures.without.push(await sustain(side, { connections, seconds }));
  }
  for (const [kind, rounds] of Object.entries(figures)) {
    print(`${kind === 'through' ? 'through an analyzer' : 'without'} (min / median / max)`);
    for (const name of Object.keys(rounds[0]))
      print(`  ${name.padEnd(28)} ${spread(rounds.map((figure) => figure[name] ?? 0))}`);
  }
  const each = (kind) => median(figures[kind].map((figure) => figure['µs CPU each']));
  print(`an analyzer costs ${(each('through') - each('without')).toFixed(0)} µs of CPU per activity`);
}

/** Twice: the table must not be larger after the second one. */
async function drainBacklogs(channel) {
  const waiting = Number(options.waiting);
  print(`posts without a backlog: p50 / p99 ms ${(await probe(() => sleep(10_000))).join(' / ')}`);
  for (let turn = 1; turn <= 2; turn++) {
    await fill(channel, waiting);
    const started = performance.now();
    const latencies = await probe(untilDrained);
    const took = (performance.now() - started) / 1_000;
    const size = await side.query(
      `select pg_total_relation_size('activity_analysis.waiting_activities') / 1048576 as value`,
    );
    print(`${waiting} waiting activities drained in ${took.toFixed(0)} s, ${Math.round(waiting / took)} a second`);
    print(`  the table has ${size} MiB afterwards; posts beside it: p50 / p99 ms ${latencies.join(' / ')}`);
  }
}

/** While the analyzer is archived nothing drains: rows with a due time of their own enter at once at the end. */
async function fill({ id, analyzer }, waiting) {
  await side.query(`
    with inserted as (
      insert into activity_analysis.waiting_activities
        (datamart_id, activity_id, analyzer_id, person_id, channel_id, due_time, received_ts, accepted_time, identifiers, body)
      select 1, gen_random_uuid(), ${analyzer}, md5('backlog ' || number)::uuid, '${id}', now() + interval '1 year',
        extract(epoch from now()) * 1000, now(), '[{"type":"USER_AGENT","value":"backlog ' || number || '"}]',
        '{"$type":"SITE_VISIT","$site_id":"${id}","$user_agent_id":"backlog ' || number || '","page":"' || repeat('x', 400) || '"}'
      from generate_series(1, ${waiting}) as number)
    select 1 as value`);
  await side.query(`
    with queued as (
      insert into activity_analysis.analysis_queues as queue values (${analyzer}, 1, ${waiting})
      on conflict (analyzer_id, datamart_id) do update set waiting = queue.waiting + excluded.waiting),
    due as (update activity_analysis.waiting_activities set due_time = accepted_time)
    select 1 as value`);
}

async function untilDrained() {
  const left = () =>
    side.query('select coalesce(sum(waiting), 0)::int as value from activity_analysis.analysis_queues');
  while ((await left()) > 0) await sleep(500);
}

/** Milliseconds of posts to a channel without analyzers: p50 and p99. */
async function probe(untilOver) {
  let isOver = false;
  const over = untilOver().then(() => (isOver = true));
  const latencies = [];
  while (!isOver) {
    const body = JSON.stringify({ $type: 'APP_VISIT', $app_id: 'probe', $user_agent_id: `probe ${latencies.length}` });
    const started = performance.now();
    await call(side, 'POST', '/v1/datamarts/1/user_activities', body);
    latencies.push(performance.now() - started);
    await sleep(50);
  }
  await over;
  const sorted = latencies.toSorted((a, b) => a - b);
  return [0.5, 0.99].map((share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1));
}
