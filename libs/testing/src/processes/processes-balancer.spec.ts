import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../eventually.js';
import { freePorts } from '../free-ports.js';
import { Balancer } from './processes-balancer.js';
import { AppProcess } from './processes.js';

/** Responds with its port. After a request to /drain it is no longer ready. */
const server = `
  const { createServer } = require('node:http');
  let isDraining = false;
  createServer(({ url }, response) => {
    if (url === '/drain') isDraining = true;
    response.writeHead(url === '/health/ready' && isDraining ? 503 : 200).end(process.env.PORT);
  }).listen(process.env.PORT);
`;

let directory: string;
let processes: AppProcess[];
let balancer: Balancer;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-balancer-'));
  const script = path.join(directory, 'app.cjs');
  await writeFile(script, server);
  processes = (await freePorts(2)).map((port) => {
    const program = { name: `app-${port}`, args: [script], env: { PORT: String(port) }, logDirectory: directory };
    return new AppProcess(program, `http://127.0.0.1:${port}`);
  });
  await Promise.all(processes.map((process) => process.start()));
  balancer = await Balancer.start(() => processes);
  await untilRouted([true, true]);
});

afterEach(async () => {
  await balancer.stop();
  await Promise.all(processes.map((process) => process.stop()));
  await rm(directory, { recursive: true, force: true });
});

const untilRouted = (expected: boolean[]) =>
  eventually(() => expect(processes.map((process) => balancer.routesTo(process))).toEqual(expected));

/** The URL of the process that answers on a new connection. */
async function ask(): Promise<string> {
  const response = await fetch(balancer.url, { headers: { connection: 'close' } });
  return `http://127.0.0.1:${await response.text()}`;
}

const askOften = async () => new Set([await ask(), await ask(), await ask(), await ask()]);
const urls = (expected: AppProcess[]) => new Set(expected.map(({ url }) => url));

describe('a balancer of connections', () => {
  it('spreads them over all ready processes, round robin', async () => {
    expect(await askOften()).toEqual(urls(processes));
    expect([...balancer.connectionCounts.values()]).toEqual([2, 2]);
  });

  it('skips a process that was asked to end, before its probe fails', async () => {
    const [first, second] = processes as [AppProcess, AppProcess];
    const ended = first.terminate();
    expect(await askOften()).toEqual(urls([second]));
    await ended;
    first.launch();
    // A probe of the process that has ended says nothing about the new one.
    expect(balancer.answerOf(first)).toBe('it was not asked yet');
    await untilRouted([true, true]);
  });

  it('skips a process that is not ready, and a process that has ended', async () => {
    const [first, second] = processes as [AppProcess, AppProcess];
    await (await fetch(`${first.url}/drain`)).text();
    await untilRouted([false, true]);
    expect(await askOften()).toEqual(urls([second]));
    await second.kill();
    await untilRouted([false, false]);
    await expect(ask()).rejects.toThrow();
  });
});
