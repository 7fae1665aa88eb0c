import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../eventually.js';
import { freePorts } from '../free-ports.js';
import { findEmbeddedServer, stopOrphanedServer } from './processes-embedded.js';
import { AppProcess, type Program } from './processes.js';

const platform = `
  const { startEmbeddedPostgres } = await import('@tributary/database/embedded/embedded-postgres');
  const { createServer } = await import('node:http');
  await startEmbeddedPostgres({ directory: process.env.DATA_DIR + '/postgres', log: () => {} });
  createServer((request, response) => response.end()).listen(process.env.PORT);
`;

let directory: string;
let program: Program;
let app: AppProcess;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-embedded-'));
  const [port] = await freePorts(1);
  const env = { PORT: String(port), DATA_DIR: directory };
  const args = ['--input-type=module', '-e', platform];
  program = { name: 'platform', args, env, logDirectory: directory, embeddedData: directory };
  app = new AppProcess(program, `http://127.0.0.1:${port}`);
});

afterEach(async () => {
  await app.stop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

const expectNoServer = () => expect(() => findEmbeddedServer(directory)).toThrow('no PostgreSQL server is ready');

describe('the PostgreSQL of an embedded platform', () => {
  it.each(['kill', 'killGroup'] as const)(
    'survives %s of the platform, and stops with the platform',
    async (inject) => {
      await app.start();
      const { pid } = findEmbeddedServer(directory);
      await app[inject]();
      expect(findEmbeddedServer(directory).pid).toBe(pid);
      await app.stop();
      expectNoServer();
    },
  );

  it('is not stopped while its platform lives', async () => {
    await app.start();
    const { pid } = findEmbeddedServer(directory);
    await stopOrphanedServer(directory);
    expect(findEmbeddedServer(directory).pid).toBe(pid);
  });

  it('is stopped if the test run is killed', async () => {
    const processes = path.join(import.meta.dirname, '../../dist/processes/processes.js');
    const run = `
      const { AppProcess } = await import(${JSON.stringify(processes)});
      await new AppProcess(${JSON.stringify(program)}, ${JSON.stringify(app.url)}).start();
      console.log('started');
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', run], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(owner.stdout, 'data');
    expect(findEmbeddedServer(directory).pid).toBeGreaterThan(0);
    owner.kill('SIGKILL');
    await eventually(expectNoServer);
  });
});
