// Checks the checkout, builds what a release publishes into .release/, and prints what it made. Publishes nothing.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findMissing, findProblems } from './find-problems.mjs';
import { makeRelease } from './make-release.mjs';
import { buildImage, isDockerThere, packImage } from './pack-image.mjs';
import { publishable } from './publishable.mjs';
import { publishCommands } from './publish-commands.mjs';
import { readSource } from './read-source.mjs';

const root = path.join(import.meta.dirname, '../..');
const output = path.join(root, '.release');
const options = { 'no-image': { type: 'boolean' }, image: { type: 'string' }, builder: { type: 'string' } };
const { values } = parseArgs({ options });

const source = readSource(root, process.env);
const problems = findProblems(source);
if (problems.length > 0) refuse(`This checkout cannot be released:\n${problems.map((one) => `- ${one}`).join('\n')}`);

const names = publishable.map(({ directory }) => nameOf(directory));
// The compiler deletes nothing: files of former sources would be published too, also from Nx's cache.
for (const { directory } of publishable) rmSync(path.join(root, directory, 'dist'), { recursive: true, force: true });
const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
const args = [nx, 'run-many', '-t', 'build', '-p', names.join(','), '--outputStyle=static', '--skip-nx-cache'];
const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
if (spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status !== 0) refuse('The build failed.');

const withImage = !values['no-image'] && (values.image !== undefined || isDockerThere());
const files = await makeRelease(root, source, {
  publishable,
  output,
  builder: values.builder ?? 'urn:tributary:local',
  packImage: withImage ? (where) => packImage(values.image ?? buildImage(root, source), where) : undefined,
});
report();

function report() {
  const sizeOf = (bytes) => `${(bytes / 1024).toFixed(0).padStart(9)} KiB`;
  console.log(`\nTributary ${source.version}, commit ${source.commit}, in .release:`);
  for (const { name, bytes, sha256 } of files) console.log(`${sizeOf(bytes)}  ${sha256.slice(0, 12)}  ${name}`);
  const missing = findMissing(source, publishable);
  if (missing.length > 0) console.log(`\nBefore it is published:\n${missing.map((one) => `- ${one}`).join('\n')}`);
  console.log(
    `\nTo publish it:\n${publishCommands(source.version, files)
      .map((one) => `  ${one}`)
      .join('\n')}`,
  );
  if (withImage) return;
  console.log('\nThe image was left out.');
  if (values['no-image']) return;
  console.error('Docker is not running, so the release is incomplete. With --no-image this is no error.');
  process.exitCode = 1;
}

function nameOf(directory) {
  const manifest = source.manifests.find(({ file }) => file === `${directory}/package.json`);
  if (!manifest) refuse(`${directory} of scripts/release/publishable.mjs has no package.json.`);
  return manifest.name;
}

function refuse(message) {
  console.error(message);
  process.exit(1);
}
