// Builds libs/sdk/dist: the compiler writes ES modules and types; rolldown bundles them for `require` (dist/cjs) and for
// script tags (*.iife.js, global `Tributary`). Run by Nx, in any directory. The script that gateways serve, sdk.js, is bundled
// by build-sdk-script.mjs.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSdkScript } from './build-sdk-script.mjs';

const root = path.join(import.meta.dirname, '..');
const sdk = path.join(root, 'libs/sdk');
const dist = path.join(sdk, 'dist');

const compiler = path.join(root, 'node_modules/typescript7/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-b', 'tsconfig.build.json'], { cwd: sdk, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const rolldown = createRequire(path.join(sdk, 'package.json')).resolve('rolldown');
const { build } = await import(pathToFileURL(rolldown));

// A global object needs no mark that it was a module.
const generatedCode = { symbols: false };
const inDist = (name) => path.join(dist, name);
const entries = ['tributary', 'file-storage', 'pages'];
await build({
  input: Object.fromEntries(entries.map((name) => [name, inDist(`${name}.js`)])),
  platform: 'node',
  output: { dir: inDist('cjs'), format: 'cjs', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
  logLevel: 'warn',
});
for (const name of ['tributary', 'pages'])
  await build({
    input: inDist(`${name}.js`),
    platform: 'browser',
    // Both add to one global object.
    output: {
      file: inDist(`${name}.iife.js`),
      format: 'iife',
      name: 'Tributary',
      extend: true,
      minify: true,
      generatedCode,
    },
    logLevel: 'warn',
  });

// The same types once more: there they describe CommonJS, because of this package.json.
mkdirSync(path.join(dist, 'cjs'), { recursive: true });
writeFileSync(path.join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.d.ts') && !file.startsWith(`cjs${path.sep}`))
    cpSync(path.join(dist, file), path.join(dist, 'cjs', file));

await buildSdkScript(root);
