// Builds the web console (apps/console/dist) if one of its inputs has changed: Vite bundles it, then each text file is
// compressed. Needs the dist folders of libs/client and libs/dashboards. Run by Nx, `npm start` and the Dockerfile.
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildOnce } from './build-once.mjs';

const inputs = [
  'apps/console/index.html',
  'apps/console/package.json',
  'apps/console/public',
  'apps/console/src',
  'apps/console/tsconfig.json',
  'apps/console/vite.config.ts',
  'libs/client/src',
  'libs/contracts/src/rules',
  'libs/dashboards/src',
  'package-lock.json',
  'scripts/build-console.mjs',
  'scripts/build-once.mjs',
  'tsconfig.base.json',
];

const compressible = new Set(['.css', '.ico', '.js', '.json', '.svg', '.txt', '.webmanifest']);

/**
 * @param root the checkout
 * @param bundle writes the bundle to a directory; Vite by default
 * @returns whether it built
 */
export const buildConsole = (root, bundle = bundleWithVite) =>
  buildOnce(root, {
    dist: 'apps/console/dist',
    inputs,
    compressible,
    build: (directory) => bundle(path.join(root, 'apps/console'), directory),
  });

async function bundleWithVite(project, directory) {
  // Otherwise a NODE_ENV of the caller would make it a development build.
  process.env.NODE_ENV = 'production';
  const vite = createRequire(path.join(project, 'package.json')).resolve('vite');
  const { build } = await import(pathToFileURL(vite));
  await build({ root: project, mode: 'production', logLevel: 'warn', build: { outDir: directory, emptyOutDir: true } });
}

// The path of the command may be a symbolic link.
if (import.meta.filename === realpathSync(process.argv[1])) await buildConsole(path.join(import.meta.dirname, '..'));
