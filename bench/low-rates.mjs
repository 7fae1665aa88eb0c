// The price of little traffic: CPU of each process and thread while few activities come, and while none comes.
//
//   npm run build
//   node bench/low-rates.mjs [embedded|distributed] [--against REF] [--rates 0,5,100] [--pairs 5] [--seconds 20]
//
// --rates    activities a second, at even times, from 4 clients; 0 is an idle platform. Of these the CPU is % of a core.
// --against  builds that commit once, and alternates rounds of both: ratios within a pair are what counts.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { generateLoad } from './baseline.mjs';
import { alternateAll, printPairs } from './pairs/alternate.mjs';
import { untilIdle } from './pairs/import-round.mjs';
import { acknowledge, baseline, cpuOf, sustain, untilReported } from './pairs/rounds.mjs';
import { startSides, stopSides } from './pairs/sides.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    rates: { type: 'string', default: '0,5,100' },
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
  },
});
const [shape = 'embedded'] = positionals;
const [pairs, seconds] = [Number(values.pairs), Number(values.seconds)];
/** A fact is in the report a second after its activity. */
const settleMs = 2_000;
/** Shorter than elsewhere: what runs seldom stays cold on a small installation, too. */
const warmUpSeconds = 10;
const ticksPerSecond = 100;

const sides = await startSides({ against: values.against, shape });
try {
  for (const side of sides) {
    await sustain(side, { connections: 64, seconds: warmUpSeconds });
    await untilIdle(side);
  }
  const rates = values.rates.split(',').map(Number);
  const results = await alternateAll(sides, pairs, rates, measure);
  for (const [rate, rounds] of results)
    printPairs(
      `${shape}, ${rate === 0 ? 'idle' : `${rate} activities a second`}, ${pairs} × ${seconds} s`,
      sides,
      rounds,
    );
} finally {
  await stopSides(sides);
}
process.exit(0);

/** The report is asked outside of what is measured. */
async function measure(side, rate) {
  const [before, threadsBefore] = [side.usage(), threadsOf(side)];
  const started = performance.now();
  const result =
    rate === 0 ? { sent: 0 } : await generateLoad({ url: side.url, token: side.token, connections: 4, seconds, rate });
  if (rate === 0) await sleep(seconds * 1_000);
  await sleep(settleMs);
  const elapsed = (performance.now() - started) / 1_000;
  const spent = cpuOf(before, side.usage());
  const threads = differences(threadsBefore, threadsOf(side));
  if (rate > 0) {
    acknowledge(side, result.sent, result.failed);
    await untilReported(side);
  }
  const total = spent.reduce((sum, [, cpu]) => sum + cpu, 0);
  const share = (cpu) => (cpu * 100) / elapsed;
  const roles = Object.fromEntries([...spent, ...threads].map(([role, cpu]) => [`${role}, % of a core`, share(cpu)]));
  if (rate === 0) return { '% of a core': share(total), ...roles };
  const { 'bare node:http, µs CPU': bare } = await baseline(side, { connections: 4, seconds: 1 });
  const each = (total * 1e6) / result.sent;
  return { 'µs CPU each': each, 'in bare requests': each / bare, 'p50 ms': result.p50, 'p99 ms': result.p99, ...roles };
}

/** Seconds of CPU of the threads of the product's processes, by their names. */
function threadsOf(side) {
  const threads = new Map();
  for (const [role, { pids }] of Object.entries(side.usage())) {
    if (role === 'postgresql' || role === 'broker') continue;
    for (const pid of pids)
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
        const [start, end] = [stat.indexOf('('), stat.lastIndexOf(')')];
        const name = thread === String(pid) ? 'main thread' : stat.slice(start + 1, end);
        const [user, system] = stat
          .slice(end + 2)
          .split(' ')
          .slice(11, 13)
          .map(Number);
        const key = `  ${role} ${name}`;
        threads.set(key, (threads.get(key) ?? 0) + (user + system) / ticksPerSecond);
      }
  }
  return threads;
}

function differences(before, after) {
  return [...after].map(([key, cpu]) => [key, cpu - (before.get(key) ?? 0)]);
}
