import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { IsolatedEngines } from '../src/isolation/isolated-engines.js';
import { honest, int32, message, openPostgres } from './hostile-postgres.js';

const { server, serve } = openPostgres();
const guard = { isStrict: false, allowed: [] };
const environment = { PATH: process.env['PATH'] };
const credentials = () => ({ host: '127.0.0.1', port, user: 'u', password: 'correct-horse', database: 'shop' });
let port: number;
let engines: IsolatedEngines;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as { port: number });
  engines = new IsolatedEngines({ guard, environment });
});
afterEach(() => serve({ answers: honest, then: 'stay' }));
afterAll(() => {
  engines.onApplicationShutdown();
  server.close();
});

const scan = (signal = AbortSignal.timeout(180_000)) => engines.of('POSTGRES', '1').scan(credentials(), signal);
const pids = () => [...engines['children']].map((child) => child.pid);
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
/** An error message without an end: pg never leaves its loop. */
const endlessLoop = { answers: [message('E', 'SFATAL no end')], then: 'stay' as const };

describe('the process of a scan', () => {
  it('scans again after a success, and ends after a failure', async () => {
    serve({ answers: honest, then: 'stay' });
    expect(await scan()).toMatchObject({
      databases: [{ name: 'shop', schemas: [{ tables: [{ columns: [{}, {}] }] }] }],
    });
    const [first] = pids();
    await scan();
    expect(pids()).toEqual([first]);
    serve({ answers: [message('R', int32(99))], then: 'stay' });
    await expect(scan()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(pids()).toEqual([]);
    await eventually(() => Promise.resolve(expect(isAlive(first ?? 0)).toBe(false)));
  });

  it('is killed at the deadline, even if its driver never leaves a loop', async () => {
    serve(endlessLoop);
    const late = scan(AbortSignal.timeout(3_000));
    const pid = await eventually(() => Promise.resolve(pids()[0] ?? Promise.reject(new Error('no process'))));
    await expect(late).rejects.toMatchObject({ message: 'The engine did not answer in time' });
    expect(isAlive(pid)).toBe(false);
  });

  it('refuses private addresses as its request says', async () => {
    const strict = new IsolatedEngines({ guard: { isStrict: true, allowed: [] }, environment });
    const scanOf = (host: string) =>
      strict.of('POSTGRES', '1').scan({ ...credentials(), host }, AbortSignal.timeout(180_000));
    for (const host of ['127.0.0.1', 'localhost'])
      await expect(scanOf(host)).rejects.toMatchObject({ message: expect.stringContaining('private network') });
  });

  it('starts only once its organisation has a slot; a scan beyond those that may wait is refused', async () => {
    serve(endlessLoop);
    const slots = { held: 2, waiting: 1, shares: [{ held: 1, waiting: 1 }] };
    const few = new IsolatedEngines({ guard, environment, slots });
    const scanOf = (organisation_id: string, signal: AbortSignal) =>
      few.of('POSTGRES', organisation_id).scan(credentials(), signal);
    const [stop, giveUp] = [new AbortController(), new AbortController()];
    const [first, second] = [scanOf('1', stop.signal), scanOf('1', giveUp.signal)];
    await expect(scanOf('1', stop.signal)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Too many requests are waiting for other engines to answer',
    });
    giveUp.abort();
    await expect(second).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Other engines took too long; this request did not start',
    });
    stop.abort();
    await expect(first).rejects.toMatchObject({ message: 'The engine did not answer in time' });
    // The slot of a failed scan is free again.
    serve({ answers: honest, then: 'stay' });
    await expect(scanOf('1', AbortSignal.timeout(180_000))).resolves.toMatchObject({ databases: [{ name: 'shop' }] });
    few.onApplicationShutdown();
  });

  /** Resolves with a service that scans in an endless loop, and the pid of its process, which may not have begun yet. */
  async function startService() {
    serve(endlessLoop);
    const program = `
      const { IsolatedEngines } = await import('@tributary/warehouse-metadata/isolation/isolated-engines');
      const engines = new IsolatedEngines({ guard: { isStrict: false, allowed: [] }, environment: {} });
      void engines.of('POSTGRES', '1').scan(${JSON.stringify(credentials())}, AbortSignal.timeout(600_000));
      setTimeout(() => process.stdout.write(String([...engines.children][0].pid)));`;
    const service = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname });
    const [output] = (await once(service.stdout, 'data')) as [Buffer];
    return { service, pid: Number(output.toString()) };
  }

  it('ends when the service has died, even if its driver never leaves a loop', async () => {
    const connected = once(server, 'connection');
    const { service, pid } = await startService();
    await connected;
    // By then the driver is in its loop.
    await sleep(1_000);
    expect(isAlive(pid)).toBe(true);
    service.kill('SIGKILL');
    await eventually(() => Promise.resolve(expect(isAlive(pid)).toBe(false)));
  });

  it('ends when the service has died before it has begun', async () => {
    const { service, pid } = await startService();
    service.kill('SIGKILL');
    await eventually(() => Promise.resolve(expect(isAlive(pid)).toBe(false)));
  });
});
