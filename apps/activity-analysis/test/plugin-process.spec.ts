import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { PluginDouble } from '@tributary/testing/plugin-double';
import { aCall, isAlive } from './calls.js';

let plugin: PluginDouble;
let parent: ChildProcess;
beforeEach(async () => void (plugin = await PluginDouble.start(() => ({ kind: 'hang' }))));
afterEach(async () => {
  parent.kill('SIGKILL');
  await plugin.close();
});

/** Runs the program in a process of its own, which prints the id of its child. */
async function run(program: string, secrets: NodeJS.ProcessEnv = {}): Promise<number> {
  parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...secrets },
  });
  const [line] = (await once(createInterface({ input: parent.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  return Number(line);
}

const calling = (url: string, more = '') => `
  import { IsolatedPluginCalls } from '@tributary/activity-analysis/calls/isolated-plugin-calls';
  const calls = new IsolatedPluginCalls(
    { NODE_ENV: 'test', PLUGIN_ALLOWED_HOSTS: [], SIGNATURE_HEADER_PREFIX: 'Svc' },
    { warn: () => undefined },
  );
  const given = calls.call(${JSON.stringify(aCall(url))});
  setTimeout(async () => {
    console.log(calls.pid);
    ${more}
  }, 500);`;

it('the process ends with a parent that is killed with -9', async () => {
  const pid = await run(calling(plugin.url));
  await eventually(() => expect(plugin.requests.open).toBe(1));
  parent.kill('SIGKILL');
  await eventually(() => expect(isAlive(pid)).toBe(false));
  await eventually(() => expect(plugin.requests.open).toBe(0));
});

it('(control) a process that does not watch its parent outlives it', async () => {
  const program = `
    import { spawn } from 'node:child_process';
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    console.log(child.pid);
    setInterval(() => {}, 1000);`;
  const pid = await run(program);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isAlive(pid)).toBe(true);
  process.kill(pid, 'SIGKILL');
});

it('an idle process does not keep its parent from ending', async () => {
  plugin.script = ({ activity }) => ({ kind: 'ok', data: activity });
  const pid = await run(calling(plugin.url, 'await given;'));
  const [code] = (await once(parent, 'exit')) as [number | null];
  expect(code).toBe(0);
  await eventually(() => expect(isAlive(pid)).toBe(false));
});

it('the process has no secrets of its parent, and no proxy', async () => {
  const secrets = { SECRETS_KEY: 's', HTTP_PROXY: 'http://127.0.0.1:1', NODE_OPTIONS: '--no-warnings' };
  const pid = await run(calling(plugin.url), secrets);
  const namesOf = (id: number) =>
    readFileSync(`/proc/${id}/environ`, 'utf8')
      .split('\0')
      .map((entry) => entry.split('=')[0]);
  expect(namesOf(parent.pid ?? 0)).toEqual(expect.arrayContaining(Object.keys(secrets)));
  expect(namesOf(pid)).toContain('UV_THREADPOOL_SIZE');
  expect(namesOf(pid).filter((name) => Object.keys(secrets).includes(name ?? ''))).toEqual([]);
});
