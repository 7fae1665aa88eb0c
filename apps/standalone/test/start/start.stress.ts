import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { freePorts } from '@tributary/testing/free-ports';
import { AppProcess } from '@tributary/testing/processes/processes';
import { FreshClone } from './fresh-clone.js';

/** A start compiles the whole product, on a machine that runs other specs at the same time. */
const startMs = 300_000;

const directory = mkdtempSync(path.join(tmpdir(), 'tributary-start-'));
const clone = new FreshClone(path.join(directory, 'clone'));
const started: AppProcess[] = [];

afterAll(async () => {
  await Promise.all(started.map((one) => one.stop()));
  rmSync(directory, { recursive: true });
}, startMs);

/** Starts the clone, with data and a port of its own. */
async function start(name: string, args = [clone.start], commands = clone.npmDirectory): Promise<AppProcess> {
  const [port] = await freePorts(1);
  const dataDirectory = path.join(directory, `data-${name}`);
  const env = { PATH: `${commands}:${process.env['PATH']}`, PORT: String(port), DATA_DIR: dataDirectory };
  const program = { name, args, env, logDirectory: directory, embeddedData: dataDirectory };
  const one = new AppProcess(program, `http://127.0.0.1:${port}`);
  started.push(one);
  one.launch();
  return one;
}

async function isReady(one: AppProcess): Promise<void> {
  const outcome = await eventually(
    async () => (one.isRunning ? (await fetch(new URL('/health/ready', one.url))).status : one.log()),
    { within: startMs },
  );
  expect(outcome).toBe(200);
}

/** The script of the console, which the start has built. */
async function scriptOf({ url = '' }: AppProcess): Promise<string> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const [, script = ''] = /<script [^>]*src="(.*?)"/.exec(page) ?? [];
  const response = await fetch(new URL(script, url));
  return response.status === 200 ? response.text() : `${response.status} ${page}`;
}

describe('two starts of a checkout at the same moment', () => {
  it(
    'install once in a fresh clone and become ready, even after a start that was killed while it installed',
    async () => {
      const killed = await start('killed');
      await eventually(() => expect(clone.installations()).toEqual(['begin']));
      await killed.kill();
      const pair = await Promise.all([start('first'), start('second')]);
      // For the npm of the killed start, which still runs and completes the installation.
      await eventually(() => pair.map((one) => expect(one.log()).toContain('waiting for it')));
      clone.finishInstallations();
      await Promise.all(pair.map(isReady));
      expect(clone.installations()).toEqual(['begin', 'end']);
      for (const one of pair) expect(await scriptOf(one)).toContain('createElement');
      await Promise.all(pair.map((one) => one.stop()));
    },
    2 * startMs,
  );

  it(
    'become ready on a finished build, and leave it as it is',
    async () => {
      const before = clone.build();
      expect(before.length).toBeGreaterThan(1_000);
      const pair = await Promise.all([start('first'), start('second')]);
      await Promise.all(pair.map(isReady));
      expect(clone.build()).toEqual(before);
    },
    startMs,
  );
});

/** npm's own program, which runs `npm start`; `npm ci` inside of it finds the npm of the clone. */
const npm = execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).trim();

/** The commands of the processes of a group. */
function commandsOf(group: number | undefined): string[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.flatMap((pid) => {
    try {
      // After the name of the program, which may hold any character: the state, the parent and the group.
      const [, own] = /.*\) \S \d+ (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return Number(own) === group ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()] : [];
    } catch {
      return []; // It has just ended.
    }
  });
}

describe('npm start on an older Node.js', () => {
  const startByNpm = (name: string) =>
    start(name, [npm, '--prefix', clone.directory, 'start'], `${clone.oldNodeDirectory}:${clone.npmDirectory}`);

  it(
    'installs, then runs the product on the installed one, which is all that remains beside npm',
    async () => {
      clone.uninstall();
      clone.finishInstallations();
      const one = await startByNpm('older');
      await isReady(one);
      expect(clone.installations()).toEqual(['begin', 'end']);
      const metrics = await (await fetch(new URL('/metrics', one.url))).text();
      expect(/^tributary_build_info\{.*node="(.*?)"/m.exec(metrics)?.[1]).toMatch(/^v?24\./);
      expect(commandsOf(one.pid)).toEqual([expect.stringMatching(/npm/), expect.stringMatching(/^node .*start\.mjs$/)]);
    },
    startMs,
  );

  it.each([
    ['SIGTERM to npm', (one: AppProcess) => process.kill(one.pid ?? 0, 'SIGTERM')],
    ['SIGTERM to the group', (one: AppProcess) => process.kill(-(one.pid ?? 0), 'SIGTERM')],
    ['Ctrl-C', (one: AppProcess) => process.kill(-(one.pid ?? 0), 'SIGINT')],
  ])(
    '%s ends it in order',
    async (name, end) => {
      const one = await startByNpm(name.replaceAll(' ', '-'));
      await isReady(one);
      end(one);
      await one.exit();
      expect(commandsOf(one.pid)).toEqual([]);
      expect(readdirSync(path.join(one.program.embeddedData ?? '', 'postgres'))).not.toContain('postmaster.pid');
    },
    startMs,
  );

  it.each([
    ['that cannot install', { version: '20.18.3' }, /^This is Node\.js 20\.18\.3, which .*20\.19 or later/],
    [
      'for which npm has no newer one',
      { version: '20.19.0', arch: 'riscv64' },
      /Install Node\.js 24 \(22 also works\)/,
    ],
  ])('is refused in one line on one %s', (_case, node, message) => {
    const { status, stderr } = clone.prestart(node);
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(message)]);
  });

  it('runs on the own one where npm has none, from Node.js 22 (control)', () => {
    expect(clone.prestart({ version: '22.0.0', arch: 'riscv64' })).toMatchObject({ status: 0, stderr: '' });
  });
});
