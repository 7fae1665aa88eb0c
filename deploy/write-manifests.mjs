// write-manifests.mjs TARGET: copies the lock, and of each package.json in the workspace only the fields that `npm ci`
// reads. A changed script or Nx setting then does not invalidate the layer of the installation.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const read = ['name', 'version', 'workspaces', 'dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];
const target = process.argv[2];

const projects = ['apps', 'libs'].flatMap((parent) => readdirSync(parent).map((name) => path.join(parent, name)));
for (const directory of ['.', ...projects]) {
  const file = path.join(directory, 'package.json');
  if (!existsSync(file)) continue;
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  mkdirSync(path.join(target, directory), { recursive: true });
  const kept = Object.fromEntries(read.flatMap((key) => (key in manifest ? [[key, manifest[key]]] : [])));
  writeFileSync(path.join(target, file), JSON.stringify(kept));
}
copyFileSync('package-lock.json', path.join(target, 'package-lock.json'));
