import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
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

const children: ChildProcessWithoutNullStreams[] = [];
afterEach(() => children.splice(0).forEach(({ stdin }) => stdin.destroy()));

/** Runs a script in a pid namespace of its own, as a container does: its process is pid 1 on this host. Needs root. */
function inContainer(script: string, directory: string): ChildProcessWithoutNullStreams {
  const program = `
    import { DiskStore } from '@tributary/import-worker/blobs/disk.store';
    import { newBlobKey, thisWriter } from '@tributary/import-worker/blobs/writer-identity';
    const store = new DiskStore(process.argv[1]);
    ${script}`;
  const node = [process.execPath, '--input-type=module', '--eval', program, directory];
  const child = spawn('unshare', ['--pid', '--fork', '--kill-child', '--mount-proc', ...node], {
    cwd: projectDirectory,
  });
  children.push(child);
  return child;
}

/** The first output; the errors of a process that ends without one. */
async function outputOf({ stdout, stderr }: ChildProcessWithoutNullStreams): Promise<string> {
  let errors = '';
  stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const data = (await Promise.race([once(stdout, 'data'), once(stdout, 'end')]))[0] as Buffer | undefined;
  return data?.toString() ?? errors;
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

  it('considers no file abandoned that a process of another container writes, though both have one host name and pid', async () => {
    const shared = path.join(directory, 'shared');
    const writer = inContainer(
      `async function* pieces() {
        yield Buffer.from('half a file');
        process.stdout.write('writing');
        for await (const _ of process.stdin);
      }
      await store.write(newBlobKey(), pieces());`,
      shared,
    );
    expect(await outputOf(writer)).toBe('writing');
    // The control in it: a file of an earlier process with this pid, in this namespace.
    const sweeper = inContainer(
      `await store.write(newBlobKey({ ...thisWriter, boot: 'earlier' }), (async function* () {})());
      const found = [];
      for await (const blob of store.list()) {
        const [host, pid, boot] = blob.key.split('/')[0].split('.');
        const isAbandoned = store.isAbandoned(blob, Date.now());
        found.push({ pid, isEarlier: boot === 'earlier', isAbandoned });
      }
      process.stdout.write(JSON.stringify(found));`,
      shared,
    );
    const found = JSON.parse(await outputOf(sweeper)) as { isEarlier: boolean }[];
    expect(found.sort((a, b) => Number(a.isEarlier) - Number(b.isEarlier))).toEqual([
      { pid: '1', isEarlier: false, isAbandoned: false },
      { pid: '1', isEarlier: true, isAbandoned: true },
    ]);
    writer.stdin.end();
    expect((await once(writer, 'exit'))[0]).toBe(0);
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
