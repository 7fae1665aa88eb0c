// One round of little traffic on a running side: CPU of each process and thread.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateLoad } from '../baseline.mjs';
import { acknowledge, baseline, cpuOf, untilReported } from './rounds.mjs';

/** A fact is in the report a second after its activity. */
const settleMs = 2_000;
const ticksPerSecond = 100;
const stores = ['postgresql', 'broker'];

/**
 * @param rate activities a second, at even times, from 4 clients; 0 is an idle platform, of which the CPU is % of a core
 * @returns the figures of all processes, of each, and of the threads of the product's own. The report is asked outside of
 * what is measured.
 */
export async function lowRateRound(side, rate, seconds) {
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
  const total = sumOf(spent);
  const share = (cpu) => (cpu * 100) / elapsed;
  const roles = Object.fromEntries([...spent, ...threads].map(([role, cpu]) => [`${role}, % of a core`, share(cpu)]));
  if (rate === 0) return { '% of a core': share(total), 'without stores, % of a core': share(ownOf(spent)), ...roles };
  const { 'bare node:http, µs CPU': bare } = await baseline(side, { connections: 4, seconds: 1 });
  const each = (total * 1e6) / result.sent;
  return { 'µs CPU each': each, 'in bare requests': each / bare, 'p50 ms': result.p50, 'p99 ms': result.p99, ...roles };
}

const sumOf = (spent) => spent.reduce((sum, [, cpu]) => sum + cpu, 0);
const ownOf = (spent) => sumOf(spent.filter(([role]) => !stores.includes(role)));

/** Seconds of CPU of the threads of the product's processes, by their names. */
function threadsOf(side) {
  const threads = new Map();
  for (const [role, { pids }] of Object.entries(side.usage())) {
    if (stores.includes(role)) continue;
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
