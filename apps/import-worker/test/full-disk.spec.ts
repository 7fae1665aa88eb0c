import { mkdtemp, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { bootImports, segmentLines } from './booted-imports.js';

/** Only root may mount a small disk: instead, writes fail after so many bytes, as those to a full one. */
let free = 256 * 1024;

let directory: string;
let imports: Awaited<ReturnType<typeof bootImports>>;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-small-disk-'));
  imports = await bootImports({ settings: { DATA_DIR: directory } });
  await limitDisk();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await imports.booted.stop();
  await imports.postgres.stop();
  await rm(directory, { recursive: true });
});

async function limitDisk(): Promise<void> {
  const handle = await open(path.join(directory, 'any'), 'w');
  const prototype = Object.getPrototypeOf(handle) as { appendFile: (this: FileHandle, data: Buffer) => Promise<void> };
  const append = prototype.appendFile;
  jest.spyOn(prototype, 'appendFile').mockImplementation(function (this: FileHandle, data) {
    free -= data.length;
    return free < 0 ? Promise.reject(noSpace()) : append.call(this, data);
  });
  await handle.close();
  await rm(path.join(directory, 'any'));
}

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

const files = async () =>
  (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

describe('a full disk', () => {
  it('rejects a file with 503 and keeps nothing of it; a small file still fits', async () => {
    const documentImport = await imports.createImport();
    const response = await imports.upload(documentImport, segmentLines(10_000));
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      503,
      '1',
      expect.objectContaining({ status: 'error', error_code: 'SERVICE_UNAVAILABLE' }),
    ]);
    expect(await files()).toBe(0);
    free = 256 * 1024;
    expect((await imports.upload(documentImport, segmentLines(10))).status).toBe(200);
    expect(await files()).toBe(1);
    const list = await imports.send(imports.executionsOf(documentImport));
    expect(await list.json()).toMatchObject({ total: 1 });
  });
});
