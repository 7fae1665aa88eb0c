import { testingConfig } from '@tributary/testing/config';
import { docker, run, succeed, type Outcome } from './compose-command.js';

/** The image under test: the image that TRIBUTARY_IMAGE names, otherwise a new build of the working tree. */
export async function productImage(): Promise<string> {
  const { TRIBUTARY_IMAGE } = testingConfig();
  if (TRIBUTARY_IMAGE) return TRIBUTARY_IMAGE;
  const name = 'tributary-e2e';
  await succeed(['env', 'DOCKER_BUILDKIT=1', 'docker', 'build', '-f', 'deploy/Dockerfile', '-t', name, '.']);
  return name;
}

interface ImageDescription {
  Size: number;
  Config: { User: string; Entrypoint: string[]; Env: string[]; Labels: Record<string, string> };
}

export async function describeImage(image: string): Promise<ImageDescription> {
  const [description] = JSON.parse(await docker('image', 'inspect', image)) as [ImageDescription];
  return description;
}

/** Runs a container without a network and with a read-only file system, until it exits. */
export function runImage(
  image: string,
  command: string[],
  entrypoint: string[] = [],
  input?: string,
): Promise<Outcome> {
  const locked = ['--read-only', '--network', 'none', '--cap-drop', 'ALL', '--tmpfs', '/tmp'];
  const program = entrypoint.flatMap((name) => ['--entrypoint', name]);
  return run(['docker', 'run', '--rm', '-i', ...locked, ...program, image, ...command], input);
}
