import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { claimInstance, InUseError } from '../src/claim-instance.js';
import { eventually, startServer, type TestServer } from './server.js';

const claimInChild = `
  const { claimInstance } = await import(process.argv[1]);
  await claimInstance(process.argv[2]);
  process.stdout.write('claimed');
  setInterval(() => {}, 1000);`;

describe('the claim of an instance', () => {
  let server: TestServer;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    server = await startServer();
  });

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await server.stop();
  });

  const holders = () =>
    server.ask("select pid, objid::text as key from pg_locks where locktype = 'advisory' and granted");

  /** Another process that holds the claim. It uses the built library, because it runs without Jest. */
  const otherInstance = async () => {
    const library = new URL('../dist/claim-instance.js', import.meta.url).href;
    const child = spawn(process.execPath, ['--input-type=module', '-e', claimInChild, library, server.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  };

  it('is refused while another process holds it, naming the database but not the password', async () => {
    const other = await otherInstance();
    const refused = claimInstance(server.url, { timeoutMs: 100 });
    await expect(refused).rejects.toThrow(InUseError);
    await expect(refused).rejects.toThrow(/the database test_\w+ on .* is in use by another running instance/);
    await expect(refused).rejects.not.toThrow(new URL(server.url).password);
    other.kill('SIGKILL');
    await once(other, 'exit');
  });

  it('is free once its holder is killed or releases it', async () => {
    const other = await otherInstance();
    other.kill('SIGKILL');
    const claim = await claimInstance(server.url, { timeoutMs: 120_000 });
    await claim.release();
    await (await claimInstance(server.url, { timeoutMs: 120_000 })).release();
  });

  it('is renewed after a restart of the database', async () => {
    const claim = await claimInstance(server.url);
    await server.kill();
    await server.start();
    await eventually(async () => (await holders()).length === 1);
    await expect(claimInstance(server.url, { timeoutMs: 0 })).rejects.toThrow(InUseError);
    await claim.release();
  });

  it('reports once that another instance took it, and is not renewed', async () => {
    const lost: Error[] = [];
    // The server frees a lock some time after its connection has ended.
    await eventually(async () => (await holders()).length === 0);
    const claim = await claimInstance(server.url, { timeoutMs: 0, onLost: (error) => void lost.push(error) });
    const [held] = await holders();
    const quicker = new Client({ connectionString: server.url });
    await quicker.connect();
    const waiting = quicker.query('select pg_advisory_lock($1)', [held?.['key']]);
    await server.ask(`select pg_terminate_backend(${Number(held?.['pid'])})`);
    await waiting;
    await eventually(() => lost.length > 0);
    // Five times the pause between two attempts.
    await delay(1_000);
    expect(lost).toEqual([expect.any(InUseError)]);
    await quicker.end();
    await claim.release();
  });
});
