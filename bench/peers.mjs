// The cost of collecting beside the collectors of two other platforms, in turns within one run: µs of CPU an activity of
// gateway and broker or database. README.md says how to build them.
//
//   npm run build
//   node bench/peers.mjs [--rudderstack PROGRAM] [--posthog PROGRAM] [--pairs 5] [--seconds 4] [--connections 64,256,1024]
//
// The last rounds are of requests of a hundred activities, from 16 connections.
import { parseArgs } from 'node:util';
import { alternateAll } from './pairs/alternate.mjs';
import { startPosthog, startRudderstack } from './pairs/peer-sides.mjs';
import { baseline, collect, stopConsumers, warmUp } from './pairs/rounds.mjs';
import { startSides, stopSides } from './pairs/sides.mjs';
import { spread } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    rudderstack: { type: 'string' },
    posthog: { type: 'string' },
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64,256,1024' },
  },
});
const [pairs, seconds] = [Number(values.pairs), Number(values.seconds)];
const levels = values.connections.split(',').map((connections) => ({ connections: Number(connections), lines: 1 }));
const settings = [...levels, { connections: 16, lines: 100 }];
const print = (text) => process.stdout.write(`${text}\n`);

const sides = await startSides({ shape: 'distributed' });
try {
  const [own] = sides;
  await stopConsumers(own);
  if (values.rudderstack) sides.push(await startRudderstack(values.rudderstack));
  const broker = { address: own.broker, usage: () => own.usage().broker };
  if (values.posthog) sides.push(await startPosthog(values.posthog, broker));
  for (const side of sides) await warmUp(side);
  const results = await alternateAll(sides, pairs, settings, measure);
  for (const [{ connections, lines }, rounds] of results) {
    print(
      `\n${connections} connections${lines === 1 ? '' : `, ${lines} activities a request`}, ${pairs} × ${seconds} s`,
    );
    sides.forEach(({ name }, index) => printSide(name, rounds[index]));
  }
} finally {
  await stopSides(sides);
}
process.exit(0);

async function measure(side, { connections, lines }) {
  const round = await collect(side, { connections, seconds, lines });
  if (round['not 200'] > 0) throw new Error(`${side.name}: ${round['not 200']} requests were not answered by 200`);
  const { 'bare node:http, µs CPU': bare } = await baseline(side, { connections, seconds: 1 });
  return { ...round, 'in bare requests': round['µs CPU each'] / bare };
}

function printSide(name, rounds) {
  const figures = ['µs CPU each', 'in bare requests', 'gateway, µs CPU', 'per second', 'p99 ms'];
  const cells = figures.map((figure) => `${figure} ${spread(rounds.map((round) => round[figure]))}`);
  print(`  ${name.padEnd(12)}  ${cells.join('; ')}`);
}
