// The CPU that the audit adds to a read of a person, in pairs.
//
//   npm run build
//   node bench/audited-reads.mjs [--people 5000] [--reads 3000] [--pairs 9]
//
// Two embedded products answer the same reads over HTTP. One of them forgets who has read whom: the difference is the cost, to
// the stored event.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startProduct } from './embedded-product.mjs';
import { containerUsage } from './process-usage.mjs';

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '5000' },
    reads: { type: 'string', default: '3000' },
    pairs: { type: 'string', default: '9' },
  },
});
const [people, reads, pairs] = [options.people, options.reads, options.pairs].map(Number);
const token = randomBytes(24).toString('hex');
const concurrency = 8;
/** Until the last reads are stored: they are published twice a second. */
const settleMs = 2_000;

const readEvents = new URL('../libs/runtime/dist/audit/read-events.js', import.meta.url).href;
const forgets = `import { ReadEvents } from '${readEvents}'; ReadEvents.prototype.add = () => undefined;`;

async function startSide(nodeOptions) {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
  const { product, url } = await startProduct({ directory, token, nodeOptions });
  const stop = async () => {
    product.kill();
    await new Promise((resolve) => product.once('exit', resolve));
    rmSync(directory, { recursive: true, force: true });
  };
  const side = { url, pid: product.pid, agent: new Agent({ keepAlive: true }), stop };
  const lines = Array.from({ length: people }, (_, n) =>
    JSON.stringify({ $type: 'TOUCH', $user_account_id: `p-${n}` }),
  );
  for (let first = 0; first < people; first += 500)
    await send(side, 'POST', '/v1/datamarts/1/user_activities', lines.slice(first, first + 500).join('\n'));
  return side;
}

/** Again after a 503, which a busy machine answers. */
async function send(side, method, target, body) {
  for (;;) {
    const status = await statusOf(side, method, target, body);
    if (status === 200) return;
    if (status !== 503) throw new Error(`${method} ${target} answers ${status}`);
    await sleep(1_000);
  }
}

function statusOf({ url, agent }, method, target, body) {
  const headers = { authorization: token, ...(body && { 'content-type': 'application/x-ndjson' }) };
  return new Promise((resolve, reject) => {
    const sent = request(url + target, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end(body);
  });
}

const selectorOf = (person) => `compartment_id=default,user_account_id=p-${person}`;

/** The CPU of a read, of the product and its database, in µs. */
async function costOf(side) {
  const before = containerUsage(side.pid).cpu;
  let left = reads;
  const client = async () => {
    while (left-- > 0)
      await send(side, 'GET', `/v1/datamarts/1/user_points/${selectorOf(left % people)}/user_segments`);
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  await sleep(settleMs);
  return ((containerUsage(side.pid).cpu - before) * 1e6) / reads;
}

const audited = await startSide([]);
const forgetful = await startSide(['--import', `data:text/javascript,${encodeURIComponent(forgets)}`]);
try {
  await sleep(settleMs);
  const ratios = [];
  // The first pair warms both up.
  for (let pair = 0; pair <= pairs; pair++) {
    const order = pair % 2 === 0 ? [audited, forgetful] : [forgetful, audited];
    const costs = new Map();
    for (const side of order) costs.set(side, await costOf(side));
    const [withAudit, without] = [costs.get(audited), costs.get(forgetful)];
    if (pair > 0) ratios.push(withAudit / without);
    console.log(`${withAudit.toFixed(0)} µs a read with the audit, ${without.toFixed(0)} µs without`);
  }
  ratios.sort((a, b) => a - b);
  const shown = [ratios[0], ratios[Math.floor(ratios.length / 2)], ratios.at(-1)].map((ratio) => ratio.toFixed(3));
  console.log(`with / without: ${shown.join(' / ')} (min, median, max of ${ratios.length} pairs)`);
} finally {
  await Promise.all([audited.stop(), forgetful.stop()]);
}
