// Makes the files of a release from a commit. The same commit gives the same files, except the image.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeProvenance } from './describe-provenance.mjs';
import { packManifests } from './pack-manifests.mjs';
import { packPackage } from './pack-package.mjs';
import { readCommits } from './read-source.mjs';
import { changesOf, writeChangelog } from './write-changelog.mjs';
import { readSbom } from './write-sbom.mjs';

/**
 * @param root the checkout, with its packages built
 * @param source of readSource
 * @param options publishable packages; output directory, which is replaced; builder (a URI); packImage, which writes the
 *   image to a directory and returns the file name, or undefined without an image
 * @returns name, bytes and sha256 of each file
 */
export async function makeRelease(root, source, { publishable, output, builder, packImage }) {
  const { version, commit, time, manifests } = source;
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const stage = mkdtempSync(path.join(tmpdir(), 'tributary-release-'));
  try {
    const names = [];
    for (const [index, one] of publishable.entries())
      names.push(await packPackage(root, one, { manifests, output, stage: path.join(stage, `package-${index}`) }));
    names.push(packManifests(root, { version, output }));
    names.push(write(output, `tributary-${version}.cdx.json`, json(readSbom(root, { time, name: manifests[0].name }))));
    if (packImage) names.push(await packImage({ version, commit, output, stage: path.join(stage, 'image') }));

    const artefacts = names.map((name) => describe(output, name));
    const lockSha256 = sha256Of(path.join(root, 'package-lock.json'));
    const built = { commit, version, lockSha256, repository: repositoryOf(manifests[0]) };
    const provenance = describeProvenance(artefacts, built, { id: builder, tools: toolsOf(root) });
    const changes = changesOf(source.changelog, version);
    const changelog = writeChangelog({ version, time, changes, ...readCommits(root, source.tagsHere) });
    write(output, 'provenance.json', json(provenance));
    write(output, 'CHANGELOG.md', changelog);
    const files = [...artefacts, describe(output, 'provenance.json'), describe(output, 'CHANGELOG.md')];
    write(output, 'SHA256SUMS', files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''));
    return files;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;
const repositoryOf = ({ repository }) => repository?.url ?? repository;
const sha256Of = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

const toolsOf = (root) => ({
  node: process.version,
  npm: execFileSync('npm', ['--version'], { cwd: root, encoding: 'utf8' }).trim(),
  platform: `${process.platform}-${process.arch}`,
});

function write(output, name, text) {
  writeFileSync(path.join(output, name), text);
  return name;
}

function describe(output, name) {
  const file = path.join(output, name);
  return { name, bytes: statSync(file).size, sha256: sha256Of(file) };
}
