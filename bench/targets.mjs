// All targets, as ratios of this checkout to an older commit, in pairs.
//
//   npm run build
//   node bench/targets.mjs [--against 42e53b77] [--only rates,sustain,imports,live,collect,ndjson,resident,reports]
//                          [--pairs 5] [--seconds 3] [--minutes 10] [--lines 60000] [--facts 20000000]
//
// rates     CPU while 5 and 100 activities come in a second, and while none comes.
// sustain   CPU of an activity until it is in the report, under full load.
// imports   lines a second, of new people, too.
// live      an import beside live activities: what each of them loses.
// collect   CPU of gateway and broker for an activity.
// ndjson    the same of an activity in a request of a hundred.
// resident  memory of the gateway in ten minutes of load.
// reports   CPU of users by event type, on both stores.
//
// An hour in all. Prints the figures of each measurement, and at the end one table: target, measured, met.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { alternate, alternateAll, printPairs, ratiosOf } from './pairs/alternate.mjs';
import { importFile, importRound, untilIdle } from './pairs/import-round.mjs';
import { besideSaturation, besideSteadyRate } from './pairs/live-beside-import.mjs';
import { lowRateRound } from './pairs/low-rate-round.mjs';
import { baseline, collect, compareStored, stopConsumers, sustain, untilReported, warmUp } from './pairs/rounds.mjs';
import { startSides, stopSides } from './pairs/sides.mjs';
import { median, spread } from './statistics.mjs';

const everything = 'rates,sustain,imports,live,collect,ndjson,resident,reports';
const { values } = parseArgs({
  options: {
    against: { type: 'string', default: '42e53b77' },
    only: { type: 'string', default: everything },
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '10' },
    lines: { type: 'string', default: '60000' },
    facts: { type: 'string', default: '20000000' },
  },
});
const only = values.only.split(',');
const [pairs, seconds, minutes, lines] = ['pairs', 'seconds', 'minutes', 'lines'].map((name) => Number(values[name]));
/** Rounds of low rates vary less, and take longer. */
const [longPairs, longSeconds] = [Math.min(pairs, 3), 20];
/** Bare requests of CPU: four fifths of what the better of two other collectors takes. */
const collectTargets = { 64: 3.2, 256: 2, 1024: 2 };
/** Later features may add so much to what has no target of its own. */
const noDearer = 1.05;
const table = [];
const print = (text) => process.stdout.write(`${text}\n`);

try {
  await onShape('distributed', ['rates', 'sustain', 'imports', 'collect', 'ndjson', 'resident'], async (sides) => {
    await measureRates(sides, 'over Kafka', { idle: 3, cpu: 0.5 });
    await measureSustained(sides, 'over Kafka', { 256: noDearer });
    await measureImports(sides, 'over Kafka');
    if (!wants('collect', 'ndjson', 'resident')) return;
    for (const side of sides) await stopConsumers(side);
    for (const side of sides) await warmUp(side);
    await measureCollecting(sides);
    await measureBatches(sides.at(-1));
    await measureResident(sides.at(-1));
  });
  await onShape('embedded', ['rates', 'sustain', 'imports'], async (sides) => {
    await measureRates(sides, 'embedded', { idle: 1, cpu: 0.3 });
    await measureSustained(sides, 'embedded', { 64: 0.6, 256: 0.6, 1024: 0.6 });
    await measureImports(sides, 'embedded');
  });
  await onShape('embedded', ['imports', 'live'], measureAlone, { against: undefined });
  await measureReports('DuckDB', 'reports.mjs', ['--without-postgres']);
  await measureReports('ClickHouse', 'clickhouse.mjs', []);
} finally {
  print('\n| target | measured (min / median / max) | met |\n|---|---|---|');
  for (const row of table) print(`| ${row.join(' | ')} |`);
}
process.exit(0);

function wants(...names) {
  return names.some((name) => only.includes(name));
}

async function onShape(shape, names, measure, { against } = values) {
  if (!wants(...names)) return;
  const sides = await startSides({ against, shape });
  try {
    await settle(sides);
    await measure(sides);
  } finally {
    await stopSides(sides);
  }
}

async function settle(sides) {
  for (const side of sides) {
    await warmUp(side);
    await untilReported(side);
    await untilIdle(side);
  }
}

async function measureRates(sides, name, targets) {
  if (!wants('rates')) return;
  const round = (side, rate) => lowRateRound(side, rate, longSeconds);
  const results = await alternateAll(sides, longPairs, [0, 5, 100], round);
  for (const [rate, rounds] of results) printPairs(`${rate} activities a second, ${name}`, sides, rounds);
  const idle = results.get(0).at(-1);
  conclude(
    `idle, ${name}, without broker and PostgreSQL: % of a core ≤ ${targets.idle}`,
    idle.map((round) => round['without stores, % of a core']),
    atMost(targets.idle),
  );
  for (const rate of [5, 100])
    conclude(
      `${rate} activities a second, ${name}: CPU ≤ ${targets.cpu}`,
      ratiosOf(results.get(rate), 'µs CPU each'),
      atMost(targets.cpu),
    );
}

/** @param targets by the number of connections */
async function measureSustained(sides, name, targets) {
  if (!wants('sustain')) return;
  const levels = Object.keys(targets).map(Number);
  const results = await alternateAll(sides, pairs, levels, async (side, connections) => ({
    ...(await sustain(side, { connections, seconds })),
    ...(await baseline(side, { connections })),
  }));
  for (const [connections, rounds] of results) {
    printPairs(`sustained to the report, ${name}, ${connections} connections`, sides, rounds);
    const target = targets[connections];
    const ratios = ratiosOf(rounds, 'µs CPU each');
    conclude(`sustained, ${name}, ${connections} connections: CPU ≤ ${target}`, ratios, atMost(target));
  }
  for (const side of sides) await compareStored(side);
}

async function measureImports(sides, name) {
  if (!wants('imports')) return;
  for (const side of sides) await importFile(side, 'activities', 5_000); // warm-up
  const results = await alternate(sides, pairs, (side) => importRound(side, { kind: 'activities', lines }));
  printPairs(`import of ${lines.toLocaleString('en')} activities, ${name}`, sides, results);
  const target = 1 / noDearer;
  conclude(`import, ${name}: lines/s ≥ ${target.toFixed(2)}`, ratiosOf(results, 'lines/s'), atLeast(target));
}

/** Comparisons within this checkout. */
async function measureAlone([side]) {
  await importFile(side, 'activities', 5_000); // warm-up
  if (wants('imports')) await measureNewPeople(side);
  if (wants('live')) await measureLive(side);
}

async function measureNewPeople(side) {
  const sides = [2_000, 60_000].map((people) => ({ name: `${people} people`, people }));
  const results = await alternate(sides, pairs, ({ people }) =>
    importRound(side, { kind: 'activities', lines, people }),
  );
  printPairs(`import of ${lines.toLocaleString('en')} activities of new people, embedded`, sides, results);
  conclude('import of 60,000 people: lines/s ≥ 0.85 of 2,000', ratiosOf(results, 'lines/s'), atLeast(0.85));
}

async function measureLive(side) {
  const round = { kind: 'activities', lines, rate: 100, seconds: longSeconds, connections: 64 };
  const [steady] = await alternate([side], longPairs, () => besideSteadyRate(side, round));
  const [saturated] = await alternate([side], longPairs, () => besideSaturation(side, round));
  printPairs('import beside 100 activities a second, embedded', [side], [steady]);
  printPairs('import beside 64 connections, embedded', [side], [saturated]);
  const figures = (rounds, figure) => rounds.map((one) => one[figure]);
  conclude('import beside 100/s: lines/s ≥ 0.6 of alone', figures(steady, 'of the speed alone'), atLeast(0.6));
  const [alone, beside] = ['live p99 ms alone', 'live p99 ms beside'].map((figure) => figures(steady, figure));
  const most = Math.max(60, 2 * median(alone));
  conclude('100/s beside an import: p99 ms ≤ 60, or 2 × alone', beside, atMost(most));
  const shares = figures(saturated, 'live beside / alone');
  conclude('64 connections beside an import: activities/s ≥ 0.9 of alone', shares, atLeast(0.9));
}

async function measureCollecting(sides) {
  if (!wants('collect')) return;
  const levels = Object.keys(collectTargets).map(Number);
  const bare = 'bare node:http, µs CPU';
  const results = await alternateAll(sides, pairs, levels, async (side, connections) => {
    const round = await collect(side, { connections, seconds });
    const speed = await baseline(side, { connections, seconds: 1 });
    return { ...round, ...speed, 'in bare requests': round['µs CPU each'] / speed[bare] };
  });
  const current = (connections) => results.get(connections).at(-1);
  for (const [connections, rounds] of results) {
    printPairs(`collect, ${connections} connections`, sides, rounds);
    const target = collectTargets[connections];
    const each = current(connections).map((round) => round['in bare requests']);
    conclude(`collect at ${connections}: bare requests of CPU ≤ ${target}`, each, atMost(target));
    const ratios = ratiosOf(rounds, 'µs CPU each');
    conclude(`collect at ${connections}: CPU ≤ ${noDearer}`, ratios, atMost(noDearer));
  }
  const rates = ratiosOf([current(256), current(1_024)], 'per second');
  conclude('collect, rate at 1,024 / at 256: ≥ 1', rates, atLeast(1));
  const isOldest = values.against.startsWith('555d1cd');
  if (isOldest) conclude('collect, p99 at 64: ≤ 0.5 of 555d1cd', ratiosOf(results.get(64), 'p99 ms'), atMost(0.5));
}

/** Requests of 100 activities beside requests of one, on this checkout alone. */
async function measureBatches(side) {
  if (!wants('ndjson')) return;
  const settings = { single: { connections: 256, lines: 1 }, 'NDJSON of 100': { connections: 16, lines: 100 } };
  const sides = Object.entries(settings).map(([name, setting]) => ({ name, setting }));
  await collect(side, { ...settings['NDJSON of 100'], seconds: 2 }); // warm-up
  const results = await alternate(sides, pairs, ({ setting }) => collect(side, { ...setting, seconds }));
  printPairs('one activity a request, 256 connections, and 100 as NDJSON, 16 connections', sides, results);
  conclude('NDJSON of 100: CPU of an activity ≤ 0.2 of a single one', ratiosOf(results, 'µs CPU each'), atMost(0.2));
}

/** Resident memory of the gateway at the end of each minute under load. */
async function measureResident(side) {
  if (!wants('resident')) return;
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

/** In a process of its own, whose memory is then free again. */
async function measureReports(store, program, options) {
  if (!wants('reports')) return;
  const child = fork(path.join(import.meta.dirname, program), ['--facts', values.facts, ...options]);
  const exited = once(child, 'exit');
  const reported = await Promise.race([once(child, 'message'), exited.then(() => undefined)]);
  const [code] = await exited;
  if (code !== 0 || !reported) throw new Error(`${program} has ended with ${code}`);
  const [cpu] = reported;
  for (const name of ['by event_type', 'by day x event_type', 'by segment_id']) {
    const ratio = cpu[name] / cpu['users, sessions by day'];
    conclude(`users ${name}, ${store}: CPU ≤ 2 of that by day`, [ratio], atMost(2));
  }
}

function atMost(target) {
  return (numbers) => median(numbers) <= target;
}

function atLeast(target) {
  return (numbers) => median(numbers) >= target;
}

function conclude(target, numbers, isMet) {
  const [first] = numbers;
  const measured =
    numbers.length === 1 ? `${first.toFixed(2)}, once` : spread(numbers, 2).replaceAll(/ +/g, ' ').trim();
  table.push([target, measured, isMet(numbers) ? 'yes' : 'NO']);
}
