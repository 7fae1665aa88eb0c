import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../eventually.js';
import { freePorts } from '../free-ports.js';
import { AppProcess, runToEnd } from './processes.js';

const server = `
  const { createServer } = require('node:http');
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  createServer((request, response) => response.end(String(child.pid))).listen(process.env.PORT);
  process.on('SIGTERM', () => process.exit(7));
`;

let directory: string;
let app: AppProcess | undefined;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-processes-'));
});

afterEach(async () => {
  await app?.stop();
  await rm(directory, { recursive: true, force: true });
});

async function anApp(script: string): Promise<AppProcess> {
  const [port] = await freePorts(1);
  await writeFile(path.join(directory, 'app.cjs'), script);
  const program = {
    name: 'app',
    args: [path.join(directory, 'app.cjs')],
    env: { PORT: String(port) },
    logDirectory: directory,
  };
  app = new AppProcess(program, `http://127.0.0.1:${port}`);
  return app;
}

async function childOf({ url = '' }: AppProcess): Promise<number> {
  return Number(await (await fetch(url)).text());
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const isGone = (pid: number) => eventually(() => expect(exists(pid)).toBe(false));

describe('a process of the system under test', () => {
  it('starts, exits on SIGTERM, and starts again on the same port', async () => {
    const first = await anApp(server);
    await first.start();
    await expect(first.terminate()).resolves.toBe(7);
    await first.start();
    expect(first.isRunning).toBe(true);
  });

  it('leaves its child behind after kill, and nothing after stop', async () => {
    const process = await anApp(server);
    await process.start();
    const child = await childOf(process);
    await process.kill();
    expect(exists(child)).toBe(true);
    await process.stop();
    await isGone(child);
  });

  it('ends with its child after killGroup', async () => {
    const process = await anApp(server);
    await process.start();
    const child = await childOf(process);
    await process.killGroup();
    await isGone(child);
  });

  it('starts again and again if it exits before it is ready, as a kubelet starts it', async () => {
    // The log has a line of each start.
    const process = await anApp(`
      const starts = require('node:fs').readFileSync(${JSON.stringify(path.join(directory, 'app.log'))}, 'utf8');
      console.log('start');
      if (starts.split('start').length < 3) process.exit(1);
      ${server}
    `);
    await process.startAgain();
    expect(process.isRunning).toBe(true);
    expect(process.log().match(/^start$/gm)).toHaveLength(3);
  });

  it('shows its output if it exits before it is ready', async () => {
    const process = await anApp('console.error("no DATABASE_URL"); process.exit(1)');
    await expect(process.start()).rejects.toThrow(/exited during its start[\s\S]*no DATABASE_URL/);
  });
});

describe('a command', () => {
  it.each([
    ['nothing if it exits with 0', 'process.exit(0)', undefined],
    ['its output if it fails', 'console.log("no such table"); process.exit(3)', /exited with 3[\s\S]*no such table/],
  ])('throws %s', async (_case, script, problem) => {
    const run = runToEnd({ name: 'command', args: ['-e', script], env: {}, logDirectory: directory });
    await (problem ? expect(run).rejects.toThrow(problem) : expect(run).resolves.toBeUndefined());
  });
});

describe('a guarded group', () => {
  it('is killed if SIGKILL ends the process that guards it', async () => {
    const guarded = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const guard = path.join(import.meta.dirname, '../../dist/processes/processes-guard.js');
    const script = `import(${JSON.stringify(guard)}).then(({ guardGroup }) => {
      guardGroup(${guarded.pid});
      console.log('guarded');
      setInterval(() => {}, 1000);
    })`;
    const owner = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(owner.stdout, 'data');
    expect(exists(guarded.pid as number)).toBe(true);
    owner.kill('SIGKILL');
    await once(guarded, 'exit');
    expect(guarded.signalCode).toBe('SIGKILL');
  });
});
