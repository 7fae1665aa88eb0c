// The cost of a viewer of the live feed for its gateway, and for collecting.
//
//   npm run build
//   node bench/live-feed.mjs [--pairs 5] [--seconds 4] [--connections 64] [--rate 2000]
//
// Two loads: a steady rate of single activities, and as many as the machine can take. Each in pairs of rounds, without a
// viewer and with one, in changing order: the ratio within a pair is what counts. Then the steady rate with five viewers.
// Only gateway and broker run; the consumers are stopped.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { generateLoad } from './baseline.mjs';
import { startDistributed } from './platform.mjs';
import { usage } from './process-usage.mjs';
import { spread } from './statistics.mjs';

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
const users = 100_000;
let viewedAt = 0;

const directory = await mkdtemp(path.join(tmpdir(), 'tributary-bench-'));
const { platform, stop } = await startDistributed(directory);
try {
  for (const app of ['tracking-ingest', 'activity-analysis', 'import-worker', 'analytics', 'warehouse-metadata'])
    await platform.process(app).stop();
  const { url, token } = platform;
  const steady = { url, token, connections, seconds, users, rate };
  await generateLoad(steady);
  console.log(`load of the machine before: ${loadavg()[0].toFixed(2)}`);
  console.log(
    `${rate} activities/s over ${connections} connections, ${pairs} pairs of ${seconds} s, min / median / max`,
  );
  printPairs(await measurePairs(steady), 'p50');
  const five = [];
  for (let round = 0; round < pairs; round++) five.push(await measure(steady, 5));
  print('5 viewers', five);
  console.log('as many activities as possible');
  printPairs(await measurePairs({ ...steady, rate: undefined }), 'perSecond');
  console.log(`load of the machine after: ${loadavg()[0].toFixed(2)}`);

  /** Rounds of a load, each without a viewer and with one. */
  async function measurePairs(load) {
    const results = [];
    for (let pair = 0; pair < pairs; pair++) {
      const round = {};
      for (const viewers of pair % 2 ? [1, 0] : [0, 1]) round[viewers] = await measure(load, viewers);
      results.push(round);
    }
    return results;
  }

  /**
   * The activities a second that the load achieves, with the CPU per activity, in microseconds, of the gateway and of
   * gateway and broker.
   */
  async function measure(load, viewers) {
    if (viewers === 0) await untilNothingIsRead();
    const open = await openViewers(viewers);
    const before = { gateway: cpu('gateway'), both: cpu('gateway', 'broker') };
    const { perSecond, sent, p50, p99 } = await generateLoad(load);
    const gateway = (1e6 * (cpu('gateway') - before.gateway)) / sent;
    const both = (1e6 * (cpu('gateway', 'broker') - before.both)) / sent;
    open.close();
    if (viewers > 0 && open.events === 0) throw new Error('a viewer has seen nothing');
    return { perSecond, p50, p99, gateway, both };
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
  return roles.reduce((sum, role) => sum + (all[role]?.cpu ?? 0), 0);
}

function print(name, results) {
  const of = (field, digits) =>
    spread(
      results.map((result) => result[field]),
      digits,
    );
  console.log(`  ${name}: ${of('perSecond')} activities/s, ${of('p50', 2)} ms p50, ${of('p99', 2)} ms p99`);
  console.log(`    CPU per activity: ${of('gateway')} µs of the gateway, ${of('both')} µs with the broker`);
}

/** The results without a viewer and with one, and their ratios within the pairs. */
function printPairs(rounds, field) {
  for (const viewers of [0, 1]) {
    const results = rounds.map((round) => round[viewers]);
    print(`${viewers} viewers`, results);
  }
  const ratios = (of) =>
    spread(
      rounds.map((round) => round[1][of] / round[0][of]),
      3,
    );
  console.log(`  with / without: ${field} ${ratios(field)}, CPU of the gateway ${ratios('gateway')}`);
}
