import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { CallResult } from '../src/calls/plugin-calls.js';
import type { IsolatedPluginCalls } from '../src/calls/isolated-plugin-calls.js';
import { aCall, anActivity, isolatedCalls, token_sha256 } from './calls.js';

interface Received {
  path: string;
  count: number;
  activity: { $type: string; number: number };
}

/** Workers at one address that write any bytes on their connections. Each request is counted. */
class RawWorkers {
  connections = 0;
  count = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => this.serve(socket));

  constructor(public answer: (call: Received, socket: Socket) => unknown) {}

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  url(path = ''): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** How many connections are open. */
  get open(): number {
    return [...this.sockets].filter(({ closed }) => !closed).length;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private serve(socket: Socket): void {
    this.connections += 1;
    this.sockets.add(socket);
    let text = '';
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        text += chunk.toString('latin1');
        const head = text.indexOf('\r\n\r\n') + 4;
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
        if (head < 4 || text.length < head + length) return;
        const { activity } = JSON.parse(text.slice(head, head + length)) as Pick<Received, 'activity'>;
        const path = text.split(' ', 2)[1] ?? '';
        text = text.slice(head + length);
        this.count += 1;
        this.answer({ path, activity, count: this.count }, socket);
      });
  }
}

const http = (code: number, body: string, headers = '') =>
  `HTTP/1.1 ${code} X\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
const okWith = (data: object) => http(200, JSON.stringify({ status: 'ok', data }));

let workers: RawWorkers;
let calls: IsolatedPluginCalls;
beforeAll(() => void (calls = isolatedCalls()));
afterAll(() => calls.onApplicationShutdown());
beforeEach(async () => {
  workers = new RawWorkers(({ activity }, socket) => socket.write(okWith(activity)));
  await workers.listen();
});
afterEach(() => workers.close());

const call = (number = 0, worker_id = 'w-1') =>
  calls.call(
    aCall(workers.url(`/${worker_id}`), {
      activity: anActivity({ number }),
      worker: { url: workers.url(`/${worker_id}`), worker_id, token_sha256 },
    }),
  );

/** The results of calls 0, 1, 2, …, some at the same time. */
async function callMany(count: number, concurrency: number, workerOf = (_number: number) => 'w-1') {
  const results: CallResult[] = [];
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  const callNext = async () => {
    for (const number of numbers) results[number] = await call(number, workerOf(number));
  };
  await Promise.all(Array.from({ length: concurrency }, callNext));
  return results;
}

const numberIn = (result?: CallResult) =>
  result?.kind === 'analyzed' ? (JSON.parse(result.body) as { number?: unknown }).number : result;

describe('what a worker writes after its answer', () => {
  it.each([0, 1, 3, 10])('%i ms later is no answer to a call of another worker', async (ms) => {
    workers.answer = async ({ path, activity }, socket) => {
      if (!path.startsWith('/evil')) await sleep(20);
      socket.write(okWith(activity));
      if (!path.startsWith('/evil')) return;
      if (ms > 0) await sleep(ms);
      socket.write(okWith({ ...activity, number: 'smuggled' }));
    };
    const isEvil = (number: number) => number % 2 === 1;
    const results = await callMany(60, 16, (number) => (isEvil(number) ? 'evil' : 'good'));
    for (const [number, result] of results.entries()) if (!isEvil(number)) expect(numberIn(result)).toBe(number);
    // (control) The calls of the other worker have had answers too.
    expect(results.filter(({ kind }) => kind === 'analyzed').length).toBeGreaterThan(30);
  });

  it('is no answer to its own next call, if it has arrived before', async () => {
    workers.answer = ({ activity }, socket) => {
      socket.write(okWith(activity));
      setTimeout(() => socket.write(okWith({ ...activity, number: 'smuggled' })), 5);
    };
    for (let number = 0; number < 5; number += 1) {
      expect(numberIn(await call(number))).toBe(number);
      await eventually(() => expect(workers.open).toBe(0));
    }
    expect(workers.connections).toBe(5);
  });

  it.each(['garbage', okWith({ $type: 'T', number: 'smuggled' })])(
    'with it is no part of it, and ends the connection: %j',
    async (more) => {
      workers.answer = ({ activity }, socket) => socket.write(okWith(activity) + more);
      for (let number = 0; number < 5; number += 1) expect(numberIn(await call(number))).toBe(number);
      expect([workers.connections, workers.count]).toEqual([5, 5]);
    },
  );

  it('is no answer to its next call if that is no HTTP: the request is sent once more', async () => {
    workers.answer = ({ activity, count }, socket) => socket.write(count === 2 ? 'garbage\r\n\r\n' : okWith(activity));
    expect(numberIn(await call(0))).toBe(0);
    expect(numberIn(await call(1))).toBe(1);
    expect([workers.connections, workers.count]).toEqual([2, 3]);
    workers.answer = (_call, socket) => socket.write('garbage\r\n\r\n');
    expect(await call(2)).toEqual({ kind: 'failed', failure: 'UNAVAILABLE' });
    expect([workers.connections, workers.count]).toEqual([3, 4]);
  });
});

describe('a connection is not used again', () => {
  it('after a status without a body that has one: no other call fails', async () => {
    workers.answer = async ({ activity }, socket) => {
      if (activity.number % 4 > 0) return socket.write(okWith(activity));
      socket.write('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n');
      await sleep(1);
      return socket.write('hello');
    };
    const results = await callMany(60, 16);
    for (const [number, result] of results.entries())
      if (number % 4 > 0) expect(numberIn(result)).toBe(number);
      else expect(result).toEqual({ kind: 'failed', failure: 'INVALID_ANSWER', status: 204 });
    expect(workers.count).toBe(60);
  });

  it.each([
    [201, 'INVALID_ANSWER'],
    [204, 'INVALID_ANSWER'],
    [304, 'INVALID_ANSWER'],
    [404, 'INVALID_ANSWER'],
    [429, 'BUSY'],
    [500, 'PLUGIN_ERROR'],
  ])('after status %i, which is reported with any body', async (status, failure) => {
    for (const body of ['', 'hello']) {
      workers.answer = (_call, socket) => socket.write(http(status, body));
      expect(await call()).toEqual({ kind: 'failed', failure, status });
    }
    expect(workers.connections).toBe(2);
  });

  it('after an answer that asks for its end', async () => {
    workers.answer = (_call, socket) => socket.write(http(200, '{"status":"drop"}', 'Connection: close\r\n'));
    for (let count = 0; count < 3; count += 1) expect(await call()).toEqual({ kind: 'dropped' });
    expect(workers.connections).toBe(3);
  });
});

it('an answer before the whole request is one, and its connection is closed', async () => {
  const sockets: Socket[] = [];
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.write(http(200, '{"status":"drop"}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const activity = anActivity({ text: 'x'.repeat(8_000_000) });
  for (let count = 0; count < 2; count += 1)
    expect(await calls.call(aCall(url, { activity }))).toEqual({ kind: 'dropped' });
  expect(sockets).toHaveLength(2);
  for (const socket of sockets) socket.resume();
  await eventually(() => expect(sockets.map(({ closed }) => closed)).toEqual([true, true]));
  server.close();
});

it('calls of a worker share few connections', async () => {
  const results = await callMany(400, 8);
  expect(results.map(numberIn)).toEqual(results.map((_, number) => number));
  expect(workers.connections).toBeLessThanOrEqual(8);
});
