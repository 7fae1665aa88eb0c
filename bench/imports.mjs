// How fast a file is imported: uploaded through the public API, applied, and visible in the report or in the reads.
//
//   npm run build
//   node bench/imports.mjs [embedded|distributed] [--against REF] [--lines 100000] [--pairs 5] [--kinds activities,segments]
//     [--people 2000,60000]
//   node bench/imports.mjs [embedded|distributed] --live [--against REF] [--lines 60000] [--pairs 3] [--rate 100] [--seconds 20]
//     [--connections 64]
//
// activities  USER_ACTIVITY as NDJSON, 630 bytes a line, of 100,000 users.
// segments    USER_SEGMENT as CSV, each user in ten segments.
// --against   builds that commit once, and alternates imports of both.
// --people    so many people in each file, whom no earlier file has named; several numbers in alternation.
// --live      instead: an import beside live collection at a steady rate, each of them alone, too. With --against, of both.
// --connections  beside so many connections that send as fast as they are answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { shareProcessors } from './cpu-shares.mjs';
import { alternate, alternateAll, printPairs } from './pairs/alternate.mjs';
import { applyFile, importFile, importRound, untilIdle } from './pairs/import-round.mjs';
import { acknowledge, baseline, call, collect, untilReported } from './pairs/rounds.mjs';
import { startSides, stopSides } from './pairs/sides.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    lines: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: '5' },
    kinds: { type: 'string', default: 'activities,segments' },
    live: { type: 'boolean', default: false },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    people: { type: 'string' },
    connections: { type: 'string' },
  },
});
const [shape = 'embedded'] = positionals;
const [lines, pairs, rate, seconds] = ['lines', 'pairs', 'rate', 'seconds'].map((name) => Number(options[name]));
const kinds = options.kinds.split(',');
const peopleOfFiles = options.people?.split(',').map(Number) ?? [undefined];
const print = (text) => process.stdout.write(`${text}\n`);

const sides = await startSides({ against: options.against, shape });
try {
  for (const side of sides) await untilIdle(side);
  await (options.live ? measureLive() : measureThroughput());
} finally {
  await stopSides(sides);
}
process.exit(0);

async function measureThroughput() {
  for (const kind of kinds) {
    for (const side of sides) await importFile(side, kind, 20_000); // warm-up
    const results = await alternateAll(sides, pairs, peopleOfFiles, async (side, people) => ({
      ...(await importRound(side, { kind, lines, people })),
      ...(await baseline(side, { connections: 64 })),
    }));
    for (const [people, rounds] of results)
      printPairs(
        `${kind}, ${shape}, ${lines.toLocaleString('en')} lines${people ? ` of ${people.toLocaleString('en')} people` : ''}`,
        sides,
        rounds,
      );
  }
}

/** Each round: the import alone, live collection alone, and both, since the machine's speed changes from minute to minute. */
async function measureLive() {
  for (const side of sides) {
    if (shape === 'distributed') await shareProcessors(side);
    await probe(side); // warm-up: a broker just started takes 50 to 100 ms now and then
  }
  for (const kind of kinds) {
    for (const side of sides) await importFile(side, kind, 5_000); // warm-up
    const measure = options.connections ? besideSaturation : besideSteadyRate;
    const results = await alternate(sides, pairs, (side) => measure(side, kind));
    const load = options.connections ? `${options.connections} connections` : `${rate}/s`;
    printPairs(`${kind}, ${shape}, ${lines.toLocaleString('en')} lines beside ${load}`, sides, results);
  }
}

async function besideSteadyRate(side, kind) {
  const alone = lines / (await importFile(side, kind, lines))['SUCCEEDED after s'];
  const [p50, p99] = await probe(side);
  let isOver = false;
  const running = applyFile(side, kind, lines).finally(() => (isOver = true));
  await sleep(1_000);
  const [p50Beside, p99Beside] = await probe(side, () => isOver, Infinity);
  const beside = lines / (await running)['SUCCEEDED after s'];
  await untilReported(side);
  return {
    'lines/s alone': alone,
    'lines/s beside live': beside,
    'of the speed alone': beside / alone,
    'live p50 ms alone': p50,
    'live p50 ms beside': p50Beside,
    'live p99 ms alone': p99,
    'live p99 ms beside': p99Beside,
    'live p99 beside / alone': p99Beside / p99,
  };
}

/** The file must take longer than the seconds of the load. */
async function besideSaturation(side, kind) {
  const load = () => collect(side, { connections: Number(options.connections), seconds });
  const alone = await load();
  const running = importFile(side, kind, lines);
  running.catch(() => undefined);
  await sleep(1_000);
  const before = await countApplied(side);
  const beside = await load();
  const applied = (await countApplied(side)) - before;
  await running;
  return {
    'live/s alone': alone['per second'],
    'live/s beside': beside['per second'],
    'live beside / alone': beside['per second'] / alone['per second'],
    'lines/s beside live': applied / seconds,
  };
}

function countApplied(side) {
  return side.query('select coalesce(sum(total_success), 0)::int as value from tracking_ingest.import_batches');
}

/** An open loop at a steady rate: milliseconds from the instant when a request was due to its response, p50, p99 and max. */
async function probe(side, isOver = () => false, most = seconds) {
  const latencies = [];
  const answers = [];
  const everyMs = 1_000 / rate;
  const started = performance.now();
  for (let n = 0; performance.now() - started < most * 1_000 && !isOver(); n++) {
    const due = started + n * everyMs;
    if (due > performance.now()) await sleep(due - performance.now());
    const body = JSON.stringify({ $type: 'APP_VISIT', $app_id: '2', $user_agent_id: `live-${n % 1_000}`, $events: [] });
    acknowledge(side, 1);
    const sent = call(side, 'POST', '/v1/datamarts/1/user_activities', body);
    // One that is not acknowledged may be stored all the same.
    const failed = () => acknowledge(side, -1, 1);
    answers.push(sent.then(() => void latencies.push(performance.now() - due), failed));
  }
  await Promise.all(answers);
  latencies.sort((a, b) => a - b);
  const at = (share) => Number(latencies[Math.floor((latencies.length - 1) * share)].toFixed(1));
  return [at(0.5), at(0.99), at(1)];
}
