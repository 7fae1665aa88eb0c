// One round of an import beside live collection on a running side, each of them alone, too, since the machine's speed
// changes from minute to minute.
import { setTimeout as sleep } from 'node:timers/promises';
import { applyFile, importFile } from './import-round.mjs';
import { acknowledge, call, collect, untilReported } from './rounds.mjs';

/** @param rate live activities a second; alone they are sent for so many seconds */
export async function besideSteadyRate(side, { kind, lines, rate, seconds }) {
  const alone = lines / (await importFile(side, kind, lines))['SUCCEEDED after s'];
  const [p50, p99] = await probe(side, { rate, seconds });
  let isOver = false;
  const running = applyFile(side, kind, lines).finally(() => (isOver = true));
  await sleep(1_000);
  const [p50Beside, p99Beside] = await probe(side, { rate, isOver: () => isOver });
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

/** Beside connections that send as fast as they are answered. The file must take longer than the seconds of the load. */
export async function besideSaturation(side, { kind, lines, connections, seconds }) {
  const load = () => collect(side, { connections, seconds });
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
export async function probe(side, { rate, seconds = Infinity, isOver = () => false }) {
  const latencies = [];
  const answers = [];
  const everyMs = 1_000 / rate;
  const started = performance.now();
  for (let n = 0; performance.now() - started < seconds * 1_000 && !isOver(); n++) {
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
