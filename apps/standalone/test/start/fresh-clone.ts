import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../../..');
const manifests = ['package.json', 'package-lock.json', 'nx.json', 'tsconfig.base.json'];
const documents = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench', 'deploy', 'docs'];
const copied = [...manifests, ...documents, 'scripts', 'libs', 'apps'];
const leftOut = ['dist', 'node_modules', 'test', 'data', '.test-results'];

/** This checkout as git clones it: the sources, no dependencies, no build. */
export class FreshClone {
  readonly start: string;
  /** For PATH: an `npm` whose `ci` links this checkout's packages, without devDependencies with --omit=dev. Like npm's own, it deletes node_modules first. */
  readonly npmDirectory: string;
  /** For PATH: a `node` of a version that is too old for the product. */
  readonly oldNodeDirectory: string;

  constructor(readonly directory: string) {
    for (const entry of copied)
      cpSync(path.join(root, entry), path.join(directory, entry), {
        recursive: true,
        filter: (source) => !leftOut.includes(path.basename(source)),
      });
    this.start = path.join(directory, 'scripts/start.mjs');
    this.npmDirectory = path.join(directory, 'bin');
    mkdirSync(this.npmDirectory);
    writeFileSync(path.join(this.npmDirectory, 'npm'), `#!${process.execPath}\n${npm}`);
    chmodSync(path.join(this.npmDirectory, 'npm'), 0o755);
    this.oldNodeDirectory = path.join(directory, 'old-node');
    writeOldNode(this.oldNodeDirectory);
  }

  /** The script that npm runs before `npm start`, with this Node.js. @returns its exit code and its errors. */
  prestart(node: { version: string; arch?: string }): { status: number | null; stderr: string } {
    const args = ['--import', pretend(node), path.join(this.directory, 'scripts/prestart.mjs')];
    const env = { ...process.env, PATH: `${this.npmDirectory}:${process.env['PATH']}` };
    return spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  }

  /** Deletes what `npm ci` has installed. */
  uninstall(): void {
    rmSync(path.join(this.directory, 'node_modules'), { recursive: true, force: true });
    rmSync(path.join(this.npmDirectory, 'log'), { force: true });
  }

  /** Until this call no `npm ci` ends. */
  finishInstallations(): void {
    writeFileSync(path.join(this.npmDirectory, 'finish'), '');
  }

  /** The marks of each `npm ci`: `begin` and `end`. */
  installations(): string[] {
    try {
      return readFileSync(path.join(this.npmDirectory, 'log'), 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  }

  /** Every file of the build with the state that changes when the file is written or replaced. */
  build(): string[] {
    const dists = ['libs', 'apps'].flatMap((parent) =>
      readdirSync(path.join(this.directory, parent)).map((name) => path.join(this.directory, parent, name, 'dist')),
    );
    return dists
      .filter((dist) => existsSync(dist))
      .flatMap((dist) => readdirSync(dist, { recursive: true }).map((file) => path.join(dist, String(file))))
      .map((file) => ({ file, ...statSync(file) }))
      .map(({ file, ino, mtimeMs, ctimeMs }) => [file, ino, mtimeMs, ctimeMs].join(' '));
  }
}

/** A module that makes Node.js report another version or processor. */
function pretend({ version, arch = process.arch }: { version: string; arch?: string }): string {
  const values = { version: `v${version}`, versions: { ...process.versions, node: version }, arch };
  const module = `for (const [name, value] of Object.entries(${JSON.stringify(values)}))
    Object.defineProperty(process, name, { value });`;
  return `data:text/javascript,${encodeURIComponent(module)}`;
}

function writeOldNode(directory: string): void {
  mkdirSync(directory);
  const script = `#!/bin/sh\nexec '${process.execPath}' --import '${pretend({ version: '20.19.0' })}' "$@"\n`;
  writeFileSync(path.join(directory, 'node'), script, { mode: 0o755 });
}

const npm = `
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
const from = ${JSON.stringify(root)};
const log = (line) => appendFileSync(path.join(import.meta.dirname, 'log'), line + '\\n');

log('begin');
rmSync('node_modules', { recursive: true, force: true });
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
while (!existsSync(path.join(import.meta.dirname, 'finish'))) pause();
const { '': _, ...locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const isWanted = ([, { dev }]) => !dev || !process.argv.includes('--omit=dev');
const packages = Object.fromEntries(Object.entries(locked).filter(isWanted));
const isTopLevel = (location) => /^((apps|libs)\\/[^/]+\\/)?node_modules\\/(@[^/]+\\/)?[^/]+$/.test(location);
const installed = Object.keys(packages).filter((location) => isTopLevel(location) && !packages[location].link);
// Each package is a directory of its own: what the clone deletes in it stays in this checkout.
for (const location of ['node_modules/.bin', ...installed].filter((location) => existsSync(path.join(from, location)))) {
  rmSync(location, { recursive: true, force: true });
  mkdirSync(location, { recursive: true });
  for (const name of readdirSync(path.join(from, location)))
    symlinkSync(path.join(from, location, name), path.join(location, name));
}
mkdirSync('node_modules/@tributary');
for (const parent of ['libs', 'apps'])
  for (const name of readdirSync(parent))
    symlinkSync(path.resolve(parent, name), path.join('node_modules/@tributary', name));
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
log('end');
`;
