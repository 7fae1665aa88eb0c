import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repository } from '../compose/compose-command.js';
import { hostAddress } from './cluster.js';

interface S3Server {
  run: () => Promise<unknown>;
  close: () => Promise<void>;
}
type S3ServerClass = new (options: object) => S3Server;

/** Also in the overlay production of the suite. */
const port = 9310;

/** Credentials of the bucket, as the Secret `import-files` of the manifests has them. */
export const bucketCredentials = { 'access-key-id': 'S3RVER', 'secret-access-key': 'S3RVER' };

/** The bucket of the overlay production, on a directory of this machine. The address exists once a cluster runs. */
export async function startBucket(): Promise<{ stop: () => Promise<void> }> {
  const require = createRequire(path.join(repository, 'apps/import-worker/package.json'));
  const S3rver = require('s3rver') as S3ServerClass;
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-bucket-'));
  const server = new S3rver({
    address: hostAddress,
    port,
    silent: true,
    directory,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'tributary-imports' }],
  });
  await server.run();
  return {
    stop: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
