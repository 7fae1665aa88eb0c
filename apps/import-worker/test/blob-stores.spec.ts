import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { badFormat } from '@tributary/contracts/errors';
import { BlobMissing, readRange, type BlobStore, type StoredBlob } from '../src/blobs/blob.store.js';
import { createBlobStore } from '../src/blobs/create-blob-store.js';
import { DiskStore } from '../src/blobs/disk.store.js';
import { newBlobKey, thisWriter } from '../src/blobs/writer-identity.js';
import { ImportSettings } from '../src/config.js';
import { startS3 } from './s3-server.js';

const projectDirectory = path.join(import.meta.dirname, '..');
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-blobs-'));
let s3: Awaited<ReturnType<typeof startS3>>;
const stores: Record<string, BlobStore> = {};

beforeAll(async () => {
  s3 = await startS3(path.join(directory, 's3'));
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const client = new S3Client({ endpoint: s3.url, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: 'imports' }));
  stores['the disk'] = await createBlobStore(ImportSettings.parse({ DATA_DIR: directory }));
  stores['S3'] = await createBlobStore(
    ImportSettings.parse({
      IMPORT_S3_BUCKET: 'imports',
      IMPORT_S3_ENDPOINT: s3.url,
      IMPORT_S3_ACCESS_KEY_ID: 'S3RVER',
      IMPORT_S3_SECRET_ACCESS_KEY: 'S3RVER',
    }),
  );
});
afterAll(async () => {
  await s3.stop();
  await rm(directory, { recursive: true, force: true });
});

async function* pieces(count: number, size: number, failure?: Error): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index++) yield Promise.resolve(Buffer.alloc(size, 97 + (index % 26)));
  if (failure) throw failure;
}

async function list(store: BlobStore): Promise<StoredBlob[]> {
  const found: StoredBlob[] = [];
  for await (const blob of store.list()) found.push(blob);
  return found;
}

const keys = async (store: BlobStore) => (await list(store)).map(({ key }) => key);

describe.each(['the disk', 'S3'])('a store on %s', (name) => {
  const store = () => stores[name] as BlobStore;

  it('returns what was written, as a whole or in ranges', async () => {
    const key = newBlobKey();
    await store().write(key, pieces(40, 1024 * 1024));
    const whole: Buffer[] = [];
    for await (const piece of await store().read(key)) whole.push(piece);
    expect(Buffer.concat(whole)).toHaveLength(40 * 1024 * 1024);
    expect((await readRange(store(), key, { start: 1024 * 1024 - 1, end: 1024 * 1024 + 2 })).toString()).toBe('abb');
    expect(await readRange(store(), key, { start: 5, end: 5 })).toHaveLength(0);
    await expect(readRange(store(), key, { start: 40 * 1024 * 1024 - 1, end: 40 * 1024 * 1024 + 1 })).rejects.toThrow(
      BlobMissing,
    );
    expect(await keys(store())).toContain(key);
    await store().remove(key);
    await store().remove(key);
    expect(await keys(store())).not.toContain(key);
    await expect(store().read(key)).rejects.toThrow(BlobMissing);
  });

  it.each([1, 20])(
    'keeps nothing of a file whose source fails after %i MB, and rejects with its error',
    async (megabytes) => {
      const key = newBlobKey();
      const why = badFormat('why');
      await expect(store().write(key, pieces(megabytes, 1024 * 1024, why))).rejects.toBe(why);
      expect(await keys(store())).not.toContain(key);
      await store().write(key, pieces(megabytes, 1024 * 1024));
      expect(await keys(store())).toContain(key);
    },
  );
});

/** A file of so many KiB, written by a process that may not write larger files than 256 KiB, as on a disk that is full. */
async function writeOnSmallDisk(directory: string, kibibytes: number): Promise<string> {
  const program = `
    import { DiskStore } from '@tributary/import-worker/blobs/disk.store';
    const pieces = (async function* () {
      for (let index = 0; index < ${kibibytes}; index++) yield Buffer.alloc(1024);
    })();
    await new DiskStore(process.argv[1]).write('writer/file', pieces).catch((error) => console.log(error.code));`;
  const args = ['--input-type=module', '--eval', program, directory];
  const command = ['-c', 'ulimit -f 512; exec "$0" "$@"', process.execPath, ...args];
  return (await promisify(execFile)('sh', command, { cwd: projectDirectory })).stdout;
}

describe('the disk', () => {
  it('considers a file abandoned if its writer is dead, and never one of its own', async () => {
    const store = new DiskStore(path.join(directory, 'abandoned'));
    const dead = spawnSync('true').pid;
    const ours = newBlobKey();
    const { host, pid } = thisWriter;
    const of = {
      ours,
      earlier: newBlobKey({ host, pid, boot: 'earlier' }),
      dead: newBlobKey({ host, pid: dead, boot: 'x' }),
    };
    const elsewhere = newBlobKey({ host: 'elsewhere', pid: dead, boot: 'x' });
    const alive = newBlobKey({ host, pid: process.ppid, boot: 'x' });
    for (const key of [...Object.values(of), elsewhere, alive]) await store.write(key, pieces(1, 1));
    const abandoned = (await list(store)).filter((blob) => store.isAbandoned(blob, Date.now())).map(({ key }) => key);
    expect(abandoned.sort()).toEqual([of.earlier, of.dead].sort());
    const later = Date.now() + 2 * 60 * 60 * 1_000;
    expect((await list(store)).every((blob) => store.isAbandoned(blob, later))).toBe(true);
  });

  it('rejects a file that is larger than the rest of the disk, and keeps nothing of it; a smaller one fits', async () => {
    const small = path.join(directory, 'small');
    expect(await writeOnSmallDisk(small, 400)).toBe('SERVICE_UNAVAILABLE\n');
    expect(await readdir(small)).toEqual([]);
    expect(await writeOnSmallDisk(small, 200)).toBe('');
    expect((await stat(path.join(small, 'writer/file'))).size).toBe(200 * 1024);
  });

  it('rejects with SERVICE_UNAVAILABLE if it cannot be written to, and keeps nothing', async () => {
    const full = path.join(directory, 'full');
    await mkdir(full);
    const store = new DiskStore(path.join(full, 'not-a-directory'));
    await writeFile(path.join(full, 'not-a-directory'), '');
    await expect(store.write(newBlobKey(), pieces(1, 1))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await readdir(full)).toEqual(['not-a-directory']);
  });
});
