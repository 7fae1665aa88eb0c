import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { repository } from '../release/release-fixture.js';

type Run = (command: string, args: string[]) => Promise<{ status: number; output: string }>;
interface Install {
  ensureInstalled: (run: Run, options?: { dev: boolean }) => Promise<void>;
}

/** Time for several runs of npm on a busy machine. */
const npmMs = 300_000;
const checkout = mkdtempSync(path.join(tmpdir(), 'tributary-install-'));
const inCheckout = (file: string) => path.join(checkout, file);
const read = (file: string) => readFileSync(inCheckout(file), 'utf8');
const isThere = (name: string) => existsSync(inCheckout(`node_modules/${name}`));
/** Another one after the file was written again. */
const inode = (file: string) => statSync(inCheckout(file)).ino;

/** The commands that npm has got. */
let commands: (string | undefined)[] = [];
let lock: string;
/** With another version of a package. */
let upgraded: string;
let install: Install;

beforeAll(async () => {
  write('scripts/install.mjs', readFileSync(path.join(repository, 'scripts/install.mjs'), 'utf8'));
  write('apps/one/package.json', json({ name: 'one', version: '1.0.0' }));
  pack('product', {});
  pack('product', { 'added.js': '' }, '1.0.1');
  pack('echarts', { 'lib/used.js': '', 'dist/unused.js': '' });
  pack('tool', {});
  // Both locks before the first installation: npm would list the packages of a new lock as installed.
  upgraded = lockWith('1.0.1');
  lock = lockWith('1.0.0');
  install = (await import(inCheckout('scripts/install.mjs'))) as Install;
}, npmMs);

beforeEach(() => void (commands = []));

afterAll(() => rmSync(checkout, { recursive: true }));

const forStart = () => install.ensureInstalled(run, { dev: false });
const forTests = () => install.ensureInstalled(run);

describe('the installation', () => {
  it(
    'for npm start has no devDependencies, and no parts of packages that nothing loads',
    async () => {
      await forStart();
      expect(commands).toEqual(['ci']);
      expect(['product', 'echarts/lib', 'echarts/dist', 'tool'].map(isThere)).toEqual([true, true, false, false]);
    },
    npmMs,
  );

  it('is made once', async () => {
    await forStart();
    expect(commands).toEqual([]);
  });

  it(
    'for npm test adds the devDependencies, and leaves the other packages and the lock as they are',
    async () => {
      const before = inode('node_modules/product/package.json');
      // A build changes directories that npm compares with its own list.
      mkdirSync(inCheckout('apps/one/dist'));
      await forTests();
      expect(commands).toEqual(['install']);
      expect(isThere('tool')).toBe(true);
      expect(inode('node_modules/product/package.json')).toBe(before);
      expect(read('package-lock.json')).toBe(lock);
    },
    npmMs,
  );

  it('for npm test is also one for npm start', async () => {
    await forStart();
    await forTests();
    expect(commands).toEqual([]);
  });

  it(
    'is replaced when the lock has other packages (control)',
    async () => {
      const before = inode('node_modules/product/package.json');
      write('package.json', manifestWith('1.0.1'));
      write('package-lock.json', upgraded);
      await forTests();
      expect(commands).toEqual(['ci']);
      expect(['product/added.js', 'echarts/dist', 'tool'].map(isThere)).toEqual([true, false, true]);
      expect(inode('node_modules/product/package.json')).not.toBe(before);
    },
    npmMs,
  );
});

async function run(command: string, args: string[]): Promise<{ status: number; output: string }> {
  commands.push(args[0]);
  await promisify(execFile)(command, args, { cwd: checkout });
  return { status: 0, output: '' };
}

function npm(...args: string[]): void {
  execFileSync('npm', [...args, '--no-audit', '--no-fund'], { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Writes `NAME-VERSION.tgz`. */
function pack(name: string, files: Record<string, string>, version = '1.0.0'): void {
  const sources = { 'package.json': json({ name, version }), ...files };
  for (const [file, content] of Object.entries(sources)) write(`sources/${name}-${version}/${file}`, content);
  npm('pack', `./sources/${name}-${version}`, '--silent');
}

/** The manifest of the checkout, with this version of `product`. */
const manifestWith = (version: string) =>
  json({
    name: 'checkout',
    version: '1.0.0',
    workspaces: ['apps/*'],
    dependencies: { echarts: 'file:echarts-1.0.0.tgz', product: `file:product-${version}.tgz` },
    devDependencies: { tool: 'file:tool-1.0.0.tgz' },
  });

/** Writes the manifest and the lock. @returns the lock. */
function lockWith(version: string): string {
  write('package.json', manifestWith(version));
  rmSync(inCheckout('package-lock.json'), { force: true });
  npm('install', '--package-lock-only');
  return read('package-lock.json');
}

function write(file: string, content: string): void {
  mkdirSync(path.dirname(inCheckout(file)), { recursive: true });
  writeFileSync(inCheckout(file), content);
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
