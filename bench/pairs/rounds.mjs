// One round of each kind on a running side. CPU is that of all processes of the side, without the load generator.
import { setTimeout as sleep } from 'node:timers/promises';
import { generateLoad, measureBaseline } from '../baseline.mjs';

const warmUpActivities = 30_000;
const expected = new WeakMap();

/** Sends a number of activities, so that V8 has compiled what it will, however slow the machine is. */
export async function warmUp(side) {
  for (let sent = 0; sent < warmUpActivities;) sent += (await load(side, { connections: 64, seconds: 2 })).sent;
}

/** Sends activities for some seconds, and counts the 200s. @param lines of a request, as NDJSON if more than one */
export async function collect(side, { connections, seconds, lines = 1 }) {
  const before = side.usage();
  const result = await load(side, { connections, seconds, lines });
  return figures(result, before, side.usage(), result.perSecond);
}

/** As `collect`; the round ends when the report counts every acknowledged activity. */
export async function sustain(side, { connections, seconds, site }) {
  await untilReported(side);
  const [before, started] = [side.usage(), performance.now()];
  const result = await load(side, { connections, seconds, site });
  await untilReported(side);
  const perSecond = (result.sent * 1_000) / (performance.now() - started);
  return { ...figures(result, before, side.usage(), perSecond), 'answered/s': result.perSecond };
}

/** Bare node:http on the Node.js of the side. */
export async function baseline(side, { connections, seconds = 1.5 }) {
  const { cpu, perSecond } = await measureBaseline({ connections, seconds, warmUpSeconds: 0.5, node: side.node });
  return { 'bare node:http, µs CPU': cpu, 'bare node:http, requests/s': perSecond };
}

/** Stops every process but the gateway, so that only it and the broker work. */
export async function stopConsumers(side) {
  const consumers = [
    'tracking-ingest',
    'activity-analysis',
    'analytics',
    'import-worker',
    'warehouse-metadata',
    'admin',
  ];
  // An older commit may not have all of them.
  const running = Object.keys(side.usage());
  for (const app of consumers.filter((name) => running.includes(name))) await side.terminate(app);
}

/** Calls the API. @throws unless it answers 2xx */
export async function call(side, method, target, body, type = 'application/json') {
  const headers = { authorization: side.token, ...(body && { 'content-type': type }) };
  const response = await fetch(side.url + target, { method, headers, body, ...(body && { duplex: 'half' }) });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

/** How many activities the report counts. */
async function countReported(side) {
  const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const request = { metrics: [{ expression: 'sessions' }], date_ranges: [{ start_date: day(-1), end_date: day(1) }] };
  const answer = await call(side, 'POST', '/v1/datamarts/1/user_activities_analytics', JSON.stringify(request));
  return answer.data.report_view.rows[0]?.[0] ?? 0;
}

/** The report is to count so many activities more; `uncertain` ones, which were answered by an error, it may count too. */
export function acknowledge(side, count, uncertain = 0) {
  const counts = countsOf(side);
  expected.set(side, { certain: counts.certain + count, uncertain: counts.uncertain + uncertain });
}

const countsOf = (side) => expected.get(side) ?? { certain: 0, uncertain: 0 };

/** Waits until the report counts what was acknowledged. @throws if it counts more */
export async function untilReported(side) {
  let reported = await countReported(side);
  for (; reported < countsOf(side).certain; reported = await countReported(side)) await sleep(100);
  const { certain, uncertain } = countsOf(side);
  if (reported > certain + uncertain) throw new Error(`${side.name}: acknowledged ${certain}, reported ${reported}`);
  acknowledge(side, reported - certain, certain - reported);
}

/** @throws unless PostgreSQL has as many activities as the report counts, once it counts what was acknowledged */
export async function compareStored(side) {
  await untilReported(side);
  const [reported, stored] = [await countReported(side), await side.query(countStored)];
  if (reported !== stored) throw new Error(`${side.name}: reported ${reported}, in PostgreSQL ${stored}`);
  process.stdout.write(
    `${side.name}: PostgreSQL has the ${stored.toLocaleString('en')} activities that the report counts\n`,
  );
}

const countStored = 'select count(*)::int as value from tracking_ingest.activities';

async function load(side, settings) {
  const result = await generateLoad({ url: side.url, token: side.token, product: side.product, ...settings });
  acknowledge(side, result.sent, result.failed * (settings.lines ?? 1));
  return result;
}

function figures(result, before, after, perSecond) {
  const each = cpuOf(before, after).map(([role, seconds]) => [`${role}, µs CPU`, (seconds * 1e6) / result.sent]);
  const total = each.reduce((sum, [, cpu]) => sum + cpu, 0);
  const resident = Object.entries(after).map(([role, { rss }]) => [`${role}, MiB`, rss]);
  const latency = { 'p50 ms': result.p50, 'p99 ms': result.p99, 'not 200': result.failed };
  const work = { 'µs CPU each': total, 'per second': perSecond, ...latency };
  return { ...work, ...Object.fromEntries([...each, ...resident]) };
}

/** Seconds of each role. */
export function cpuOf(before, after) {
  return Object.entries(after).map(([role, { cpu }]) => [role, cpu - (before[role]?.cpu ?? 0)]);
}
