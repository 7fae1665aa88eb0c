import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootImports, segmentLines } from './booted-imports.js';

/** A disk of 256 KiB. Only root may mount it. */
const disk = mkdtempSync(path.join(tmpdir(), 'tributary-small-disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { encoding: 'utf8' });

let imports: Awaited<ReturnType<typeof bootImports>>;
beforeAll(async () => (imports = await bootImports({ settings: { DATA_DIR: disk } })));
afterAll(async () => {
  await imports.booted.stop();
  await imports.postgres.stop();
  if (mounted.status === 0) spawnSync('umount', [disk]);
  await rmdir(disk).catch(() => undefined);
});

const files = async () =>
  (await readdir(disk, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

describe('a full disk', () => {
  it('rejects a file with 503 and keeps nothing of it; a small file still fits', async () => {
    // A test that cannot run must fail.
    if (mounted.status !== 0) throw new Error(`needs root, to mount a small disk: ${mounted.stderr}`);
    const documentImport = await imports.createImport();
    const response = await imports.upload(documentImport, segmentLines(10_000));
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      503,
      '1',
      expect.objectContaining({ status: 'error', error_code: 'SERVICE_UNAVAILABLE' }),
    ]);
    expect(await files()).toBe(0);
    expect((await imports.upload(documentImport, segmentLines(10))).status).toBe(200);
    expect(await files()).toBe(1);
    const list = await imports.send(imports.executionsOf(documentImport));
    expect(await list.json()).toMatchObject({ total: 1 });
  });
});
