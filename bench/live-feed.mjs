// What a viewer of the live feed costs its gateway, and what it takes from collecting.
//
//   npm run build
//   node bench/live-feed.mjs [--pairs 5] [--seconds 4] [--connections 64] [--rate 2000]
//
// Collecting in pairs of rounds, without a viewer and with one, in changing order: the ratio within a pair is what counts.
// Then a steady rate, as NDJSON of 20 activities: the CPU of the gateway without a viewer, with one, and with five. Only
// gateway and broker run; the consumers are stopped.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { activityBody } from './activity-body.mjs';
import { generateLoad } from './baseline.mjs';
import { startDistributed } from './platform.mjs';
import { usage } from './process-usage.mjs';
import { median, spread } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64' },
    rate: { type: 'string', default: '2000' },
  },
});
const [pairs, seconds, connections, rate] = ['pairs', 'seconds', 'connections', 'rate'].map((name) =>
  Number(values[name]),
);
const lines = 20;
const users = 100_000;
let viewedAt = 0;

const directory = await mkdtemp(path.join(tmpdir(), 'tributary-bench-'));
const { platform, stop } = await startDistributed(directory);
try {
  for (const app of ['tracking-ingest', 'activity-analysis', 'import-worker', 'analytics', 'warehouse-metadata'])
    await platform.process(app).stop();
  const { url, token } = platform;
  const collect = () => generateLoad({ url, token, connections, seconds, users });
  await collect();
  console.log(`load of the machine before: ${loadavg()[0].toFixed(2)}`);
  const rounds = [];
  for (let pair = 0; pair < pairs; pair++) {
    const round = {};
    for (const viewers of pair % 2 ? [1, 0] : [0, 1]) {
      if (viewers === 0) await untilNothingIsRead();
      const open = await openViewers(viewers);
      const before = cpu();
      const { perSecond, sent } = await collect();
      round[viewers] = { perSecond, cost: (1e6 * (cpu() - before)) / sent };
      open.close();
    }
    rounds.push(round);
  }
  console.log(`collecting, ${connections} connections, ${pairs} × ${seconds} s, min / median / max`);
  for (const viewers of [0, 1])
    console.log(
      `  ${viewers} viewers: ${spread(rounds.map((round) => round[viewers].perSecond))} activities/s, ` +
        `${spread(rounds.map((round) => round[viewers].cost))} µs CPU of gateway and broker`,
    );
  const ratios = rounds.map((round) => round[1].perSecond / round[0].perSecond);
  console.log(`  ratio of the rates with / without: ${spread(ratios, 3)}`);
  console.log(`at ${rate} activities/s, ms CPU of the gateway per second`);
  for (const viewers of [0, 1, 5]) {
    if (viewers === 0) await untilNothingIsRead();
    const open = await openViewers(viewers);
    const samples = [];
    for (let sample = 0; sample < 5; sample++) {
      const before = cpu('gateway');
      samples.push((1_000 * ((await steadily(5_000), cpu('gateway')) - before)) / 5);
    }
    open.close();
    console.log(
      `  ${viewers} viewers: ${spread(samples)} (median ${median(samples).toFixed(0)}), read ${open.events} events`,
    );
  }
  console.log(`load of the machine after: ${loadavg()[0].toFixed(2)}`);

  /** Sends the steady rate, every 10 ms so many requests as are due. */
  async function steadily(ms) {
    const started = performance.now();
    const pending = new Set();
    for (let sent = 0; performance.now() - started < ms; await sleep(10))
      for (; sent < (rate * (performance.now() - started)) / 1_000; sent += lines) {
        const body = Array.from({ length: lines }, () => activityBody(users)).join('\n');
        const headers = { authorization: token, 'content-type': 'application/x-ndjson' };
        const target = `${url}/v1/datamarts/1/user_activities`;
        const request = fetch(target, { method: 'POST', headers, body }).then((response) => response.text());
        pending.add(request.finally(() => pending.delete(request)));
      }
    await Promise.all(pending);
  }

  /** Following goes on for 30 s after the last viewer. */
  async function untilNothingIsRead() {
    if (viewedAt > 0) await sleep(Math.max(viewedAt + 32_000 - performance.now(), 0));
  }

  async function openViewers(count) {
    const client = new AbortController();
    const close = () => {
      if (count > 0) viewedAt = performance.now();
      client.abort();
    };
    const open = { events: 0, close };
    for (let viewer = 0; viewer < count; viewer++) {
      const target = `${url}/v1/datamarts/1/user_activities/events`;
      const response = await fetch(target, { headers: { authorization: token }, signal: client.signal });
      if (response.status !== 200) throw new Error(`the live feed answers ${response.status}`);
      void read(response.body, open).catch(() => undefined);
    }
    return open;
  }
} finally {
  await stop();
  await rm(directory, { recursive: true, force: true });
}
process.exit(0);

async function read(body, open) {
  for await (const chunk of body) open.events += Buffer.from(chunk).toString().split('event: activity').length - 1;
}

function cpu(...roles) {
  const all = usage();
  return (roles.length > 0 ? roles : ['gateway', 'broker']).reduce((sum, role) => sum + (all[role]?.cpu ?? 0), 0);
}
