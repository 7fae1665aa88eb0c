// The bill of materials (CycloneDX): what the services, the console and the published packages consist of, and what builds
// them, from the lock file.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

const maxBuffer = 64 * 1024 * 1024;

export function readSbom(root, { time, name }) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const stdio = ['ignore', 'pipe', 'inherit'];
  const sbom = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer, stdio }));
  return withoutChance(sbom, { time, name });
}

/** npm writes the time, a random number, and the directory as the name; the same commit must give the same file. Pure. */
export function withoutChance({ serialNumber: _random, ...sbom }, { time, name }) {
  const component = { ...sbom.metadata.component, name };
  const metadata = { ...sbom.metadata, timestamp: new Date(time * 1000).toISOString(), component };
  const hex = createHash('sha256')
    .update(JSON.stringify({ ...sbom, metadata }))
    .digest('hex');
  // A UUID of version 8: its bits are our own choice.
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(12, 15)}`, `8${hex.slice(15, 18)}`, hex.slice(18, 30)];
  return { ...sbom, serialNumber: `urn:uuid:${uuid.join('-')}`, metadata };
}
