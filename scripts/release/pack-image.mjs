import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { writeOciLayout } from './write-oci-layout.mjs';

const docker = (...args) => execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

export const isDockerThere = () => spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;

/** Builds the image of this commit. @returns its name */
export function buildImage(root, { version, commit, time }) {
  const image = `tributary:${version}`;
  const labels = ['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${commit}`];
  const env = { ...process.env, DOCKER_BUILDKIT: '1', SOURCE_DATE_EPOCH: String(time) };
  const args = ['build', ...labels, '-f', 'deploy/Dockerfile', '-t', image, '.'];
  execFileSync('docker', args, { cwd: root, env, stdio: 'inherit' });
  return image;
}

/** Writes the image as an OCI archive. @returns the file name. @throws if the image was built from another commit */
export async function packImage(image, { version, commit, output, stage }) {
  const label = (name) => `{{index .Config.Labels "org.opencontainers.image.${name}"}}`;
  const labels = docker('image', 'inspect', '--format', `${label('version')} ${label('revision')}`, image).trim();
  if (labels !== `${version} ${commit}`)
    throw new Error(`${image} is the image of "${labels}" (version, commit), not of ${version} ${commit}`);
  const [saved, layout] = ['saved', 'layout'].map((name) => path.join(stage, name));
  for (const directory of [saved, layout]) mkdirSync(directory, { recursive: true });
  const archive = path.join(stage, 'saved.tar');
  docker('save', '-o', archive, image);
  execFileSync('tar', ['-xf', archive, '-C', saved]);
  await writeOciLayout(saved, layout, { name: 'tributary', tag: version });
  const file = `tributary-image-${version}.oci.tar`;
  execFileSync('tar', ['-cf', path.join(output, file), '-C', layout, ...readdirSync(layout).sort()]);
  return file;
}
