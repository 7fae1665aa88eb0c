import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cachedDirectory } from '../cached-directory.js';
import { nodeOf } from './processes-program.js';

const repository = path.join(import.meta.dirname, '../../../..');
const execute = promisify(execFile);

/**
 * The services of a commit of this repository, with the packages of its own lock file and its own build. They are built
 * once per checkout, which takes minutes, and kept.
 *
 * @returns the directory of its tree
 * @throws if this clone does not have the commit
 */
export const builtTree = (commit: string): Promise<string> =>
  cachedDirectory(`tree-${commit}`, async (directory) => {
    await checkOut(commit, directory);
    await keepBuildTools(path.join(directory, 'package.json'));
    const workspaces = ['--workspace=apps/standalone', '--include-workspace-root'];
    await execute('npm', ['ci', ...workspaces, '--no-audit', '--no-fund'], { cwd: directory });
    // The services are among its references.
    const build = ['node_modules/typescript7/bin/tsc', '-b', 'apps/standalone/tsconfig.build.json'];
    await execute(nodeOf(directory), build, { cwd: directory }).catch((cause: Error & { stdout?: string }) => {
      throw new Error(`The build of ${commit} failed: ${cause.stdout}`, { cause });
    });
  });

async function checkOut(commit: string, directory: string): Promise<void> {
  const archive = path.join(directory, 'tree.tar');
  await execute('git', ['archive', '--output', archive, commit], { cwd: repository }).catch((cause: unknown) => {
    throw new Error(`This clone does not have commit ${commit}: git fetch --unshallow`, { cause });
  });
  await execute('tar', ['--extract', '--file', archive], { cwd: directory });
  await rm(archive);
}

/** Takes from the manifest the packages that neither run nor build the services: most of what npm would install. */
async function keepBuildTools(file: string): Promise<void> {
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { devDependencies: Record<string, string> };
  const kept = Object.entries(manifest.devDependencies).filter(([name]) =>
    /^(typescript7$|@nestjs\/testing$|@types\/)/.test(name),
  );
  await writeFile(file, JSON.stringify({ ...manifest, devDependencies: Object.fromEntries(kept) }));
}
