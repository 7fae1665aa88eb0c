// Runs the tests of the project in the working directory: `jest.mjs test` (*.spec.ts), `jest.mjs e2e` (*.e2e.ts),
// `jest.mjs faults` (*.faults.ts), `jest.mjs test-deploy` (*.deploy.ts) or `jest.mjs test-cluster` (*.cluster.ts).
// The counts go to .test-results/, where scripts/test.mjs reads them (Nx restores the file with a cached result).
import { nodeToUse } from './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const [target, ...rest] = process.argv.slice(2);
// Of a test of the built product, on a machine that does much else: it only ends one that hangs.
const productTimeoutMs = 900_000;
const suffixes = { test: 'spec', e2e: 'e2e', faults: 'faults', 'test-deploy': 'deploy', 'test-cluster': 'cluster' };
if (!Object.hasOwn(suffixes, target ?? ''))
  throw new Error(`usage: jest.mjs ${Object.keys(suffixes).join('|')} [jest options], not "${target}"`);
const pattern = `\\.${suffixes[target]}\\.ts$`;

const preset = path.join(import.meta.dirname, '../jest.preset.js');
mkdirSync('.test-results', { recursive: true });
const { status } = spawnSync(
  nodeToUse(),
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
    `.test-results/${target}.json`,
    // Nx runs `e2e` and `faults` side by side, each one suite after the other: a suite uses about one core.
    ...(target === 'test' ? [] : [`--testTimeout=${productTimeoutMs}`]),
    ...(['e2e', 'faults', 'test-cluster'].includes(target) ? ['--runInBand'] : ['--maxWorkers=2']),
    ...rest,
  ],
  { stdio: ['inherit', 'ignore', 'inherit'] },
);
process.exit(status ?? 1);
