// The targets for collecting, sustaining, imports, idling and memory, as ratios of this checkout to an older commit, in
// pairs.
//
//   npm run build
//   node bench/targets.mjs --against 555d1cd [--only collect,ndjson,sustain,imports,idle,resident] [--pairs 5]
//                          [--seconds 3] [--minutes 10] [--lines 60000]
//
// Half an hour in all. Prints the figures of each measurement, and at the end one table: target, measured, met.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { alternate, alternateAll, printPairs, ratiosOf } from './pairs/alternate.mjs';
import { importFile, importRound, untilIdle } from './pairs/import-round.mjs';
import { baseline, collect, cpuOf, stopConsumers, sustain, untilReported, warmUp } from './pairs/rounds.mjs';
import { startSides, stopSides } from './pairs/sides.mjs';
import { median, spread } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    against: { type: 'string', default: '555d1cd' },
    only: { type: 'string', default: 'collect,ndjson,sustain,imports,idle,resident' },
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '10' },
    lines: { type: 'string', default: '60000' },
  },
});
const only = values.only.split(',');
const [pairs, seconds, minutes, lines] = ['pairs', 'seconds', 'minutes', 'lines'].map((name) => Number(values[name]));
const cpuTargets = { 16: 0.6, 64: 0.5, 256: 0.4, 1024: 0.33 };
const idleSeconds = 60;
const table = [];
const print = (text) => process.stdout.write(`${text}\n`);

try {
  await onShape('distributed', ['sustain', 'imports', 'idle', 'collect', 'ndjson', 'resident'], async (sides) => {
    await measureEverythingRunning(sides, 'separate processes', { cpu: 0.5, lines: 1.5 });
    if (!wants('collect', 'ndjson', 'resident')) return;
    for (const side of sides) await stopConsumers(side);
    for (const side of sides) await warmUp(side);
    if (wants('collect')) await measureCollecting(sides);
    if (wants('ndjson')) await measureBatches(sides.at(-1));
    if (wants('resident')) await measureResident(sides.at(-1));
  });
  await onShape('embedded', ['sustain', 'imports', 'idle'], (sides) =>
    measureEverythingRunning(sides, 'embedded', { cpu: 0.6, lines: 1.3 }),
  );
} finally {
  print('\n| target | measured (min / median / max) | met |\n|---|---|---|');
  for (const row of table) print(`| ${row.join(' | ')} |`);
}
process.exit(0);

function wants(...names) {
  return names.some((name) => only.includes(name));
}

async function onShape(shape, names, measure) {
  if (!wants(...names)) return;
  const sides = await startSides({ against: values.against, shape });
  try {
    await measure(sides);
  } finally {
    await stopSides(sides);
  }
}

/** Measurements that need all processes of a shape. */
async function measureEverythingRunning(sides, name, targets) {
  if (!wants('sustain', 'imports', 'idle')) return;
  for (const side of sides) {
    await warmUp(side);
    await untilReported(side);
    await untilIdle(side);
  }
  if (wants('sustain')) {
    const connections = 256;
    const results = await alternate(sides, pairs, async (side) => ({
      ...(await sustain(side, { connections, seconds })),
      ...(await baseline(side, { connections })),
    }));
    printPairs(`sustained to the report, ${name}, ${connections} connections`, sides, results);
    conclude(
      `sustained to the report, ${name}: CPU ≤ ${targets.cpu}`,
      ratiosOf(results, 'µs CPU each'),
      atMost(targets.cpu),
    );
  }
  if (wants('imports')) {
    for (const side of sides) await importFile(side, 'activities', 5_000); // warm-up
    const results = await alternate(sides, pairs, (side) => importRound(side, { kind: 'activities', lines }));
    printPairs(`import of ${lines.toLocaleString('en')} activities, ${name}`, sides, results);
    conclude(`import, ${name}: lines per s ≥ ${targets.lines}`, ratiosOf(results, 'lines/s'), atLeast(targets.lines));
  }
  if (wants('idle')) await measureIdle(sides, name);
}

/** Both sides at once, since neither does anything. */
async function measureIdle(sides, name) {
  for (const side of sides) await untilIdle(side);
  await sleep(20_000);
  const before = sides.map((side) => side.usage());
  await sleep(idleSeconds * 1_000);
  const percent = sides.map((side, index) =>
    cpuOf(before[index], side.usage()).map(([role, spent]) => [role, (spent * 100) / idleSeconds]),
  );
  print(`\nidle for ${idleSeconds} s, ${name}, % of a core`);
  sides.forEach((side, index) => {
    const roles = percent[index].map(([role, share]) => `${role} ${share.toFixed(2)}`);
    print(`  ${side.name.padEnd(12)}  ${roles.join(', ')}`);
  });
  const stores = ['broker', 'postgresql'];
  const own = percent.at(-1).filter(([role]) => !stores.includes(role));
  const total = own.reduce((sum, [, share]) => sum + share, 0);
  conclude(`idle, ${name} together, without broker and PostgreSQL: % of a core ≤ 2`, [total], atMost(2));
}

async function measureCollecting(sides) {
  const levels = Object.keys(cpuTargets).map(Number);
  const results = await alternateAll(sides, pairs, levels, async (side, connections) => ({
    ...(await collect(side, { connections, seconds })),
    ...(await baseline(side, { connections, seconds: 1 })),
  }));
  for (const [connections, rounds] of results) printPairs(`collect, ${connections} connections`, sides, rounds);
  for (const [connections, rounds] of results) {
    const target = cpuTargets[connections];
    conclude(
      `collect, CPU per activity at ${connections}: ≤ ${target}`,
      ratiosOf(rounds, 'µs CPU each'),
      atMost(target),
    );
  }
  const current = (connections) => results.get(connections).at(-1);
  const rates = ratiosOf([current(256), current(1_024)], 'per second');
  conclude('collect, rate at 1,024 / at 256: ≥ 1', rates, atLeast(1));
  conclude('collect, p99 at 64: ≤ 0.5', ratiosOf(results.get(64), 'p99 ms'), atMost(0.5));
}

/** Requests of 100 activities beside requests of one, on this checkout alone. */
async function measureBatches(side) {
  const settings = { single: { connections: 256, lines: 1 }, 'NDJSON of 100': { connections: 16, lines: 100 } };
  const sides = Object.entries(settings).map(([name, setting]) => ({ name, setting }));
  await collect(side, { ...settings['NDJSON of 100'], seconds: 2 }); // warm-up
  const results = await alternate(sides, pairs, ({ setting }) => collect(side, { ...setting, seconds }));
  printPairs('one activity a request, 256 connections, and 100 as NDJSON, 16 connections', sides, results);
  conclude('NDJSON of 100, CPU per activity: ≤ 0.2 of a single one', ratiosOf(results, 'µs CPU each'), atMost(0.2));
}

/** Resident memory of the gateway at the end of each minute under load. */
async function measureResident(side) {
  const resident = [];
  for (let minute = 0; minute < minutes; minute++) {
    const running = collect(side, { connections: 256, seconds: 60 });
    const samples = [];
    let isOver = false;
    const ended = running.finally(() => (isOver = true));
    while (!isOver) {
      await Promise.race([sleep(1_000), ended]);
      samples.push(side.usage().gateway.rss);
    }
    await running;
    resident.push(Math.max(...samples));
  }
  print(
    `\ngateway under load, 256 connections: most MiB resident in each minute\n  ${resident.map(Math.round).join(', ')}`,
  );
  conclude(
    `gateway resident in each of ${minutes} minutes: ≤ 200 MiB at most`,
    resident,
    () => Math.max(...resident) <= 200,
  );
  const half = Math.ceil(resident.length / 2);
  const growth = median(resident.slice(half)) / median(resident.slice(0, half));
  conclude('gateway resident, second half / first half: flat, ≤ 1.1', [growth], atMost(1.1));
}

function atMost(target) {
  return (numbers) => median(numbers) <= target;
}

function atLeast(target) {
  return (numbers) => median(numbers) >= target;
}

function conclude(target, numbers, isMet) {
  const measured = numbers.length === 1 ? numbers[0].toFixed(2) : spread(numbers, 2).replaceAll(/ +/g, ' ').trim();
  table.push([target, measured, isMet(numbers) ? 'yes' : 'NO']);
}
