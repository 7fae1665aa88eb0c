import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verbs } from '../src/verbs.js';

// The package of a release, away from the workspace: only its dependencies from npm are beside it.

const root = path.join(import.meta.dirname, '../../..');
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-cli-'));
const installed = path.join(directory, 'package');
const program = path.join(installed, 'bin/tributary.mjs');
let manifest: { version: string; dependencies: Record<string, string> };

beforeAll(() => {
  // In a process of its own, because the bundler is native code.
  const script = `
    import { packPackage } from './pack-package.mjs';
    import { publishable } from './publishable.mjs';
    import { readSource } from './read-source.mjs';
    const [root, output] = process.argv.slice(1);
    const cli = publishable.find(({ directory }) => directory === 'apps/cli');
    const { manifests } = readSource(root, {});
    await packPackage(root, cli, { manifests, output, stage: output + '/stage' });`;
  const options = { cwd: path.join(root, 'scripts/release'), stdio: 'pipe' } as const;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script, root, directory], options);
  manifest = JSON.parse(readFileSync(path.join(directory, 'stage/package.json'), 'utf8')) as typeof manifest;
  execFileSync('tar', ['-xzf', `tributary-cli-${manifest.version}.tgz`], { cwd: directory });
  for (const name of Object.keys(manifest.dependencies)) {
    const link = path.join(installed, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(dependency(name), link);
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

/** npm installs it for the CLI alone if other packages use another version. */
const dependency = (name: string) =>
  ['apps/cli', '.'].map((folder) => path.join(root, folder, 'node_modules', name)).find(existsSync) ?? name;
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args]).catch(
    (error: unknown) => error as { code: number; stderr: string; stdout: string },
  );

describe('the published command', () => {
  it('needs none of the packages of this repository', () =>
    expect(Object.keys(manifest.dependencies).filter((name) => name.startsWith('@tributary/'))).toEqual([]));

  it('says its version and lists its commands', async () => {
    expect(await run('--version')).toMatchObject({ stdout: `${manifest.version}\n` });
    const { stdout } = await run('--help');
    for (const name of verbs.keys()) expect(stdout).toContain(`  ${name} `);
  });

  it.each([...verbs.keys()])('loads %s', async (name) =>
    expect(await run(name, '--help')).toMatchObject({
      stdout: expect.stringContaining(`Usage: tributary ${name}`) as unknown,
    }),
  );

  it('(control) does not load a command that is not in the package', async () =>
    expect(await run('standalone')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unknown command "standalone"') as unknown,
    }));
});
