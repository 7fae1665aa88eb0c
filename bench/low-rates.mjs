// The price of little traffic: CPU of each process and thread while few activities come, and while none comes.
//
//   npm run build
//   node bench/low-rates.mjs [embedded|distributed] [--against REF] [--rates 0,5,100] [--pairs 5] [--seconds 20]
//
// --rates    activities a second, at even times, from 4 clients; 0 is an idle platform. Of these the CPU is % of a core.
// --against  builds that commit once, and alternates rounds of both: ratios within a pair are what counts.
import { parseArgs } from 'node:util';
import { alternateAll, printPairs } from './pairs/alternate.mjs';
import { untilIdle } from './pairs/import-round.mjs';
import { lowRateRound } from './pairs/low-rate-round.mjs';
import { sustain } from './pairs/rounds.mjs';
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
/** Shorter than elsewhere: what runs seldom stays cold on a small installation, too. */
const warmUpSeconds = 10;

const sides = await startSides({ against: values.against, shape });
try {
  for (const side of sides) {
    await sustain(side, { connections: 64, seconds: warmUpSeconds });
    await untilIdle(side);
  }
  const rates = values.rates.split(',').map(Number);
  const results = await alternateAll(sides, pairs, rates, (side, rate) => lowRateRound(side, rate, seconds));
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
