import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { productImage } from './compose-image.js';

let image: string;
let directory: string;
const children: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  image = await productImage();
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-volume-'));
});
afterAll(async () => {
  for (const { stdin } of children) stdin.destroy();
  await rm(directory, { recursive: true, force: true });
});

/** Runs a script in a container: its process is pid 1 on this host. */
function inContainer(script: string): ChildProcessWithoutNullStreams {
  const program = `
    import { DiskStore } from '@tributary/import-worker/blobs/disk.store';
    import { newBlobKey, thisWriter } from '@tributary/import-worker/blobs/writer-identity';
    const store = new DiskStore('/shared');
    ${script}`;
  const user = `${process.getuid?.()}:${process.getgid?.()}`;
  const volume = ['--user', user, '--mount', `type=bind,src=${directory},dst=/shared`];
  const host = ['--network', 'none', '--hostname', 'worker', '--workdir', '/app/apps/import-worker'];
  const node = ['--entrypoint', 'node', image, '--input-type=module', '--eval', program];
  const child = spawn('docker', ['run', '--rm', '-i', ...volume, ...host, ...node]);
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

it('A worker considers no file abandoned that a process of another container writes, though both have one host name and pid', async () => {
  const writer = inContainer(
    `async function* pieces() {
      yield Buffer.from('half a file');
      process.stdout.write('writing');
      for await (const _ of process.stdin);
    }
    await store.write(newBlobKey(), pieces());`,
  );
  expect(await outputOf(writer)).toBe('writing');
  // The control in it: a file of an earlier process with this pid, in this container.
  const sweeper = inContainer(
    `await store.write(newBlobKey({ ...thisWriter, boot: 'earlier' }), (async function* () {})());
    const found = [];
    for await (const blob of store.list()) {
      const [host, pid, boot] = blob.key.split('/')[0].split('.');
      const isAbandoned = store.isAbandoned(blob, Date.now());
      found.push({ pid, isEarlier: boot === 'earlier', isAbandoned });
    }
    process.stdout.write(JSON.stringify(found));`,
  );
  const found = JSON.parse(await outputOf(sweeper)) as { isEarlier: boolean }[];
  expect(found.sort((a, b) => Number(a.isEarlier) - Number(b.isEarlier))).toEqual([
    { pid: '1', isEarlier: false, isAbandoned: false },
    { pid: '1', isEarlier: true, isAbandoned: true },
  ]);
  writer.stdin.end();
  expect((await once(writer, 'exit'))[0]).toBe(0);
});
