import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const maxBuffer = 256 * 1024 * 1024;

/** Writes the Kubernetes manifests of the commit. git gives every file the time of the commit. @returns the file name */
export function packManifests(root, { version, output }) {
  const name = `tributary-kubernetes-${version}.tar.gz`;
  const args = ['archive', '--format=tar', `--prefix=tributary-${version}/`, 'HEAD', 'deploy/kubernetes'];
  writeFileSync(path.join(output, name), gzipSync(execFileSync('git', args, { cwd: root, maxBuffer }), { level: 9 }));
  return name;
}
