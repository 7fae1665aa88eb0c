// Builds the guide (apps/guide/dist) from the documents if one of its inputs has changed. Run by Nx, `npm start` and the Dockerfile.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { buildOnce } from './build-once.mjs';

const inputs = [
  'apps/guide/src',
  'docs',
  'bench',
  'deploy/kubernetes/README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'package-lock.json',
  'scripts/build-guide.mjs',
  'scripts/build-once.mjs',
];

const compressible = new Set(['.css', '.html', '.js', '.json', '.md', '.svg', '.txt']);

/**
 * @param root the checkout
 * @param write writes the guide to a directory
 * @returns whether it built
 */
export const buildGuide = (root, write = writeWithMarked) =>
  // A better compression takes ten times as long, and saves a tenth.
  buildOnce(root, {
    dist: 'apps/guide/dist',
    inputs,
    ignored: /bench\/.*(?<!\.md|\.svg)$/,
    compressible,
    quality: 6,
    build: (directory) => write(root, directory),
  });

async function writeWithMarked(root, directory) {
  const { writeGuide } = await import('../apps/guide/src/write-guide.mjs');
  await writeGuide(root, directory);
}

// The path of the command may be a symbolic link.
if (import.meta.filename === realpathSync(process.argv[1])) await buildGuide(path.join(import.meta.dirname, '..'));
