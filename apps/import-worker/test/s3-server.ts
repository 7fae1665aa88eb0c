import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

interface S3Server {
  run: () => Promise<AddressInfo>;
  close: () => Promise<void>;
}
type S3ServerClass = new (options: object) => S3Server;

/** A server that speaks S3, on a directory; its credentials are S3RVER, S3RVER. */
export async function startS3(directory: string) {
  const S3rver = createRequire(import.meta.url)('s3rver') as S3ServerClass;
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: true,
  });
  const { port } = await server.run();
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
