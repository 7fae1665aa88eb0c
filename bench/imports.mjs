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
import { parseArgs } from 'node:util';
import { shareProcessors } from './cpu-shares.mjs';
import { alternate, alternateAll, printPairs } from './pairs/alternate.mjs';
import { importFile, importRound, untilIdle } from './pairs/import-round.mjs';
import { besideSaturation, besideSteadyRate, probe } from './pairs/live-beside-import.mjs';
import { baseline } from './pairs/rounds.mjs';
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

async function measureLive() {
  for (const side of sides) {
    if (shape === 'distributed') await shareProcessors(side);
    await probe(side, { rate, seconds }); // warm-up: a broker just started takes 50 to 100 ms now and then
  }
  const connections = options.connections && Number(options.connections);
  const measure = connections ? besideSaturation : besideSteadyRate;
  for (const kind of kinds) {
    for (const side of sides) await importFile(side, kind, 5_000); // warm-up
    const results = await alternate(sides, pairs, (side) => measure(side, { kind, lines, rate, seconds, connections }));
    const load = connections ? `${connections} connections` : `${rate}/s`;
    printPairs(`${kind}, ${shape}, ${lines.toLocaleString('en')} lines beside ${load}`, sides, results);
  }
}
