import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { machineEnvironment } from '@tributary/testing/config';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './manifest.js';

const run = promisify(execFile);
export const repository = path.join(import.meta.dirname, '../../../..');

/** The directories to apply: each overlay has two steps. */
export const renderings = ['small/prepare', 'small', 'production/prepare', 'production'] as const;
export type Rendering = (typeof renderings)[number];

/** The directory of kube-apiserver, etcd and kustomize. If it does not exist, they are built, which takes minutes. */
export async function kubernetesTools(): Promise<string> {
  const { stdout } = await run(path.join(repository, '.ci/kubernetes.sh'), { maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}

/** The manifests of a rendering, as kubectl would apply them. */
export const render = (rendering: Rendering): Promise<Manifest[]> =>
  build(path.join(repository, 'deploy/kubernetes/overlays', rendering));

/** Runs `kustomize build` on a directory. */
export async function build(directory: string): Promise<Manifest[]> {
  const kustomize = path.join(await kubernetesTools(), 'kustomize');
  const { stdout } = await run(kustomize, ['build', directory], {
    env: machineEnvironment(),
    maxBuffer: 16 * 1024 * 1024,
  });
  return readManifests(stdout);
}

export const readManifests = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);
