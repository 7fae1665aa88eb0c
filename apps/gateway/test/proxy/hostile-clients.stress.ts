import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { bootGateway, PublishedActivities, signingKeys, tokens, type BootedGateway } from '../booted-gateway.js';
import { HostileClients, type Attack } from './hostile-clients.js';
import { LiveClients } from './live-clients.js';
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MiB = 1024 * 1024;
/** Shorter times than production's, and fewer connections than attackers. */
const limits = { maxConnections: 150, headMs: 2_000, bodyMs: 2_000, progressMs: 2_000, maxHeldBytes: 16 * MiB };
const unlimited = { maxConnections: Infinity, headMs: 0, bodyMs: Infinity, maxHeldBytes: Infinity, minBytes: 0 };

let gateway: BootedGateway;
let attackers: HostileClients | undefined;
afterEach(async () => {
  attackers?.close();
  await gateway.stop();
  PublishedActivities.received.length = 0;
});

const target = '/v1/datamarts/1/user_activities';
const head = (name: string, ...headers: string[]) =>
  Buffer.from(`${[`${name} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`);
const post = (...credential: string[]) =>
  head(`POST ${target}`, 'Content-Type: application/json', 'Content-Length: 1048576', ...credential);
const signedBy = (key_id: string) => [`X-Svc-Key-Id: ${key_id}`, `X-Svc-Ts: ${Date.now()}`, 'X-Svc-Mac: AAAA'];
const partOfBody = Buffer.alloc(512 * 1024, ' ');
const space = { bytes: Buffer.from(' '), everyMs: 400 };
/** Bodies that never end, in pieces that keep the connection from being idle. */
const bodies = (...credential: string[]): Attack => ({
  first: Buffer.concat([post(...credential), partOfBody]),
  drip: space,
});

/** Each attack, the limit that ends it, and the number of connections. */
const attacks: Record<string, [limit: string, connections: number, () => Attack]> = {
  'connections that send nothing': ['waiting_connections', 500, () => ({ first: Buffer.alloc(0) })],
  'heads that never end': [
    'head_time',
    500,
    () => ({
      first: Buffer.from(`POST ${target} HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(16 * 1024)}`),
      drip: { bytes: Buffer.from('x'), everyMs: 400 },
    }),
  ],
  'idle connections that were used once': ['waiting_connections', 500, () => ({ first: head('GET /health/live') })],
  'bodies of signed requests': ['held_bytes', 200, () => bodies(...signedBy(signingKeys.EDITOR))],
  'bodies under an unknown key': ['body_time', 200, () => bodies(...signedBy('unknown-key'))],
  'bodies of requests with a token': ['held_bytes', 120, () => bodies(`Authorization: ${tokens.EDITOR}`)],
  'bodies in single bytes': [
    'body_time',
    200,
    () => ({ first: post(...signedBy(signingKeys.EDITOR)), drip: { ...space, everyMs: 100 } }),
  ],
  'pipelined requests': [
    'pipelining',
    50,
    () => ({ first: Buffer.concat(Array.from({ length: 1_000 }, () => head('GET /v1/connected_user'))) }),
  ],
  'large answers that are not read': [
    'answer_progress',
    200,
    () => ({ first: Buffer.concat(Array.from({ length: 10 }, () => head('GET /docs/swagger-ui-bundle.js'))) }),
  ],
};

async function metric(name: string, limit?: string): Promise<number> {
  const text = await gateway.platform.metrics.registry.metrics();
  const label = limit === undefined ? '' : `limit="${limit}",?[^}]*`;
  return Number(new RegExp(`^tributary_http_${name}\\{${label || '[^}]*'}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? NaN);
}

/** The most resident memory while `running` goes on, bytes above that before. */
async function growth(running: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 100);
  await running().finally(() => clearInterval(timer));
  return most - before;
}

describe('live clients are answered and memory stays bounded during', () => {
  it.each(Object.keys(attacks))('%s', async (name) => {
    const [limit, connections, attack] = attacks[name]!;
    gateway = await bootGateway({ limits });
    const live = new LiveClients(gateway.url);
    attackers = new HostileClients(gateway.url, attack());
    const grown = await growth(async () => {
      await attackers?.connect(connections);
      await eventually(async () => {
        expect(await metric('limit_exceeded_total', limit)).toBeGreaterThan(0);
        expect(await metric('held_body_bytes')).toBeLessThan(MiB);
      });
    });
    expect(await metric('connections')).toBeLessThanOrEqual(limits.maxConnections);
    const answers = await live.stop();
    expect(Object.keys(answers)).toEqual(['200']);
    expect(answers['200']).toBeGreaterThan(10);
    expect(grown).toBeLessThan(150 * MiB);
    attackers.close();
    await eventually(async () => expect(await metric('held_body_bytes')).toBe(0));
  });
});

describe('controls: without limits the same attacks exceed the bounds', () => {
  it.each<[string, string, number]>([
    ['connections that send nothing', 'connections', limits.maxConnections],
    ['heads that never end', 'connections', limits.maxConnections],
    ['bodies of signed requests', 'held_body_bytes', 4 * limits.maxHeldBytes],
    ['large answers that are not read', 'connections', limits.maxConnections],
  ])('%s', async (name, gauge, bound) => {
    const [limit, connections, attack] = attacks[name]!;
    gateway = await bootGateway({ limits: unlimited });
    attackers = new HostileClients(gateway.url, attack());
    await attackers.connect(connections);
    await sleep(limits.headMs + 1_000);
    expect(await metric(gauge)).toBeGreaterThan(bound);
    expect(await metric('limit_exceeded_total', limit)).toBe(0);
  });
});
