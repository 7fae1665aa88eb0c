// How long collecting takes while a gateway uses 30 to 95 % of a core: where its autoscaler must add another one.
//
//   npm run build
//   node bench/gateway-latency.mjs [--seconds 20]
//
// One gateway and one broker, without the services behind them. Requests have one activity each and come at random times
// (Poisson), as those of many clients do; each counts from the time at which it was due. Rates are shares of what the gateway
// takes at most, in no order, so that a change of the machine hits all of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { apps } from '@tributary/testing/processes/processes-program';
import { generateLoad } from './baseline.mjs';
import { startDistributed } from './platform.mjs';
import { containerUsage } from './process-usage.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
const seconds = Number(values.seconds);
const warmUpSeconds = 10;
const shares = [0.5, 0.9, 0.2, 0.7, 0.4, 0.8, 0.3, 0.6];
const connections = 64;
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const { platform, stop } = await startDistributed(directory);
const gateway = platform.process('gateway');
const settings = { url: platform.url, token: platform.token, connections };
try {
  // The gateway needs nothing of them to collect, and the machine has few cores.
  for (const app of apps) if (app !== 'gateway') await platform.process(app).terminate();
  console.log(`load of the machine before: ${loadavg()[0].toFixed(2)}`);
  await generateLoad({ ...settings, seconds: warmUpSeconds });
  const most = await measure({});
  const measured = [];
  for (const share of shares) measured.push(await measure({ rate: most.perSecond * share, random: true }));
  console.log('core of the gateway   activities/s   p50 ms   p99 ms   slowest ms   failed');
  for (const row of measured.toSorted((a, b) => a.cores - b.cores)) print(row);
  console.log('as many as 64 connections get answered:');
  print(most);
} finally {
  await stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

/** @param load a rate, or nothing for as many requests as are answered */
async function measure(load) {
  const before = containerUsage(gateway.pid).cpu;
  const result = await generateLoad({ ...settings, ...load, seconds });
  return { ...result, cores: (containerUsage(gateway.pid).cpu - before) / result.seconds };
}

function print({ cores, perSecond, p50, p99, max, failed }) {
  const cells = [`${(cores * 100).toFixed(0)} %`, perSecond, p50.toFixed(1), p99.toFixed(1), max.toFixed(0), failed];
  const widths = [19, 14, 8, 8, 12, 8];
  console.log(cells.map((cell, index) => String(cell).padStart(widths[index])).join(' '));
}
