// Runs the specs of the project in the working directory: `jest.mjs test` (*.spec.ts), `jest.mjs e2e` (*.e2e.ts) or
// `jest.mjs kubernetes` (*.kubernetes.ts).
// The counts go to .test-results/, where scripts/test.mjs adds them up (Nx restores the file with a cached result).
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const [kind, ...rest] = process.argv.slice(2);
const pattern = { test: '\\.spec\\.ts$', e2e: '\\.e2e\\.ts$', kubernetes: '\\.kubernetes\\.ts$' }[kind];
if (!pattern) throw new Error(`usage: jest.mjs test|e2e|kubernetes [jest options], not "${kind}"`);

const preset = path.join(import.meta.dirname, '../jest.preset.js');
mkdirSync('.test-results', { recursive: true });
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    path.join(path.dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin/jest.js'),
    '--config',
    preset,
    '--rootDir',
    process.cwd(),
    '--testRegex',
    pattern,
    '--testPathIgnorePatterns',
    '/dist/',
    '/node_modules/',
    '--json',
    '--outputFile',
    `.test-results/${kind}.json`,
    ...(kind === 'test' ? ['--maxWorkers=2'] : ['--runInBand']),
    ...rest,
  ],
  { stdio: ['inherit', 'ignore', 'inherit'] },
);
process.exit(status ?? 1);
