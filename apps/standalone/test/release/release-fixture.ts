import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const repository = path.join(import.meta.dirname, '../../../..');

interface Manifest {
  file: string;
  name?: string;
  version?: string;
  repository?: string;
  license?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
export interface Source {
  commit: string;
  time: number;
  version: string;
  manifests: Manifest[];
  otherVersions: { file: string; version: string }[];
  changelog: string;
  changed: string[];
  isShallow: boolean;
  tagsHere: string[];
  released: string[];
}
export interface Publishable {
  directory: string;
  bundle?: Record<string, string>;
}
export interface ReleaseFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** A module of scripts/release. */
export const load = <Module>(name: string) =>
  import(path.join(repository, 'scripts/release', `${name}.mjs`)) as Promise<Module>;

/** The packages of the fixture: one that is packed as it is, and a program with a package of the workspace inside. */
export const publishable: Publishable[] = [
  { directory: 'libs/kit' },
  { directory: 'apps/tool', bundle: { tool: 'apps/tool/bin/tool.mjs' } },
];

const files: Record<string, string> = {
  'package.json': json({ name: 'root', version: '1.2.3', private: true, workspaces: ['libs/*', 'apps/*'] }),
  'libs/kit/package.json': json({
    name: '@root/kit',
    version: '1.2.3',
    type: 'module',
    files: ['dist'],
    exports: './dist/kit.js',
  }),
  'libs/kit/dist/kit.js': 'export const greet = (name) => `Hello, ${name}`;\n',
  'libs/kit/src/kit.ts': 'not published\n',
  'apps/tool/package.json': json({
    name: '@root/tool',
    version: '1.2.3',
    private: true,
    dependencies: { '@root/kit': '1.2.3', yaml: '2.9.1' },
  }),
  'apps/tool/bin/tool.mjs': [
    '#!/usr/bin/env node',
    "import { argv } from 'node:process';",
    "import { greet } from '@root/kit';",
    "import { parse } from 'yaml';",
    'console.log(greet(parse(argv[2]).name));',
    '',
  ].join('\n'),
  'package-lock.json': json({
    name: 'root',
    version: '1.2.3',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'root', version: '1.2.3', workspaces: ['libs/*', 'apps/*'] },
      'apps/tool': { name: '@root/tool', version: '1.2.3', dependencies: { '@root/kit': '1.2.3', yaml: '2.9.1' } },
      'libs/kit': { name: '@root/kit', version: '1.2.3' },
      'node_modules/@root/kit': { resolved: 'libs/kit', link: true },
      'node_modules/@root/tool': { resolved: 'apps/tool', link: true },
      'node_modules/yaml': { version: '2.9.1', resolved: 'https://registry.npmjs.org/yaml/-/yaml-2.9.1.tgz' },
    },
  }),
  'deploy/kubernetes/overlays/small/kustomization.yaml':
    'images:\n  - name: tributary\n    newName: registry.example.com/tributary\n    newTag: 1.2.3\n',
};

/** A checkout with one commit, as `npm ci` leaves it. @returns its directory */
export function newCheckout(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'tributary-checkout-'));
  for (const [file, content] of Object.entries(files)) write(root, file, content);
  write(root, '.gitignore', 'node_modules/\n.release/\n');
  mkdirSync(path.join(root, 'node_modules/@root'), { recursive: true });
  symlinkSync('../../libs/kit', path.join(root, 'node_modules/@root/kit'));
  git(root, 'init', '--quiet', '--initial-branch=main');
  commit(root, 'Start');
  return root;
}

export function write(root: string, file: string, content: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
}

export const read = (root: string, file: string) => readFileSync(path.join(root, file), 'utf8');

export function commit(root: string, subject: string): void {
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', subject);
}

const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
export const git = (root: string, ...args: string[]) =>
  execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' });

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
