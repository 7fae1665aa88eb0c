// Runs test files of the project in the working directory: `jest.mjs TARGET [options of jest]`. The suffix of a file names
// its target: *.spec.ts for `test`, *.e2e.ts for `e2e`, otherwise that of its tier (scripts/tiers/tiers.mjs).
// The counts and times go to .test-results/, where scripts/test.mjs reads them (Nx restores the file with a cached result).
import { nodeToUse } from './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { suffixes, twoWorkers } from './tiers/tiers.mjs';

const [target, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(suffixes, target ?? ''))
  throw new Error(`usage: jest.mjs ${Object.keys(suffixes).join('|')} [jest options], not "${target}"`);
const isSerial = !twoWorkers.includes(target);

/** Projects whose specs depend on modules of their own, start processes rather than import modules, or were not tried. */
const ownModules = ['bus', 'database', 'e2e', 'guide', 'runtime', 'sdk', 'testing'];
const sharesModules = !ownModules.includes(path.basename(process.cwd()));
const preset = path.join(
  import.meta.dirname,
  target === 'test' && sharesModules ? 'jest/shared-modules.mjs' : '../jest.preset.js',
);
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
    `\\.${suffixes[target]}\\.ts$`,
    '--testPathIgnorePatterns',
    '/dist/',
    '/node_modules/',
    '--json',
    '--outputFile',
    `.test-results/${target}.json`,
    isSerial ? '--runInBand' : '--maxWorkers=2',
    // A failed step may leave a process of the product, for which Jest would wait. Its guard ends it with Jest.
    ...(isSerial ? ['--forceExit'] : []),
    ...rest,
  ],
  { stdio: ['inherit', 'ignore', 'inherit'] },
);
process.exit(status ?? 1);
