import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Load } from './load.js';

const slowMs = 700;

let server: Server;
let load: Load;

/** Refuses the first request after a delay, and acknowledges all others at once. */
beforeEach(async () => {
  let requests = 0;
  server = createServer((request, response) => {
    const isFirst = requests++ === 0;
    void (async () => {
      const { $unique_key: id } = (await json(request)) as { $unique_key: string };
      if (isFirst) await sleep(slowMs);
      response.writeHead(isFirst ? 503 : 200, { 'retry-after': '1' }).end(JSON.stringify({ data: { id } }));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  load = new Load({ url: `http://127.0.0.1:${port}`, token: 'any' }, { ts: 1, concurrency: 2 });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('the load', () => {
  it('resends a refused activity, and measures the time until each response', async () => {
    load.start();
    await load.untilAcknowledged(5);
    await load.stop();
    expect(load.resent).toBe(1);
    expect(load.unanswered).toEqual([]);
    expect(load.unexpected.size).toBe(0);
    expect(Math.max(...load.times)).toBeGreaterThan(slowMs - 50);
  });
});
