// How many activities per second are collected, stored and reported, and what each process spends on one.
//
//   npm run build
//   node bench/throughput.mjs <collect|sustain> <distributed|embedded> [--against REF] [--pairs 5] [--seconds 4]
//                             [--connections 16,64,256] [--lines 1]
//
// collect    only the 200s; in the distributed shape the consumers are stopped, so only gateway and broker run.
// sustain    everything runs; a round ends when the report counts every acknowledged activity. After the last one PostgreSQL's
//            rows are compared with it.
// --against  builds that commit once, and alternates rounds of both: ratios within a pair are what counts.
// --lines    activities of a request, as NDJSON if more than one. Of `collect` only.
import { parseArgs } from 'node:util';
import { alternateAll, printPairs } from './pairs/alternate.mjs';
import { baseline, collect, compareStored, stopConsumers, sustain, warmUp } from './pairs/rounds.mjs';
import { startSides, stopSides } from './pairs/sides.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16,64,256' },
    lines: { type: 'string', default: '1' },
  },
});
const [mode = 'sustain', shape = 'distributed'] = positionals;
const [seconds, pairs, lines] = ['seconds', 'pairs', 'lines'].map((name) => Number(values[name]));
const runRound = { collect, sustain }[mode];

const sides = await startSides({ against: values.against, shape });
try {
  if (mode === 'collect' && shape === 'distributed') for (const side of sides) await stopConsumers(side);
  for (const side of sides) await warmUp(side);
  const levels = values.connections.split(',').map(Number);
  const results = await alternateAll(sides, pairs, levels, async (side, connections) => ({
    ...(await runRound(side, { connections, seconds, lines })),
    ...(await baseline(side, { connections })),
  }));
  const batches = lines === 1 ? '' : `, ${lines} activities a request`;
  for (const [connections, rounds] of results)
    printPairs(`${mode}, ${shape}, ${connections} connections${batches}, ${pairs} × ${seconds} s`, sides, rounds);
  if (mode === 'sustain') for (const side of sides) await compareStored(side);
} finally {
  await stopSides(sides);
}
process.exit(0);
