import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { forgetUpload, readUploads, rememberUpload, type RememberedUpload } from './remembered-uploads.js';

const now = Date.now();
const day = 86_400_000;
const upload = (key: string, started_ts = now): RememberedUpload => ({
  key,
  datamart_id: '1',
  document_import_id: '2',
  executions: {},
  started_ts,
});

const built = path.join(import.meta.dirname, '../../dist/imports/remembered-uploads.js');
const rememberInChild = `
  const [module, directory, prefix] = process.argv.slice(1);
  const { rememberUpload } = await import(module);
  for (let n = 0; n < 20; n++)
    rememberUpload(directory, { key: prefix + n, executions: {}, started_ts: Date.now() }, Date.now());`;

let home: string;
let directory: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'tributary-uploads-'));
  directory = path.join(home, 'uploads');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const keys = () => readUploads(directory, now).map(({ key }) => key);

describe('uploads are remembered', () => {
  it('until they are forgotten', () => {
    expect(keys()).toEqual([]);
    rememberUpload(directory, upload('b', now), now);
    rememberUpload(directory, upload('a', now - 1), now);
    expect(keys()).toEqual(['a', 'b']);
    forgetUpload(directory, 'a');
    expect(keys()).toEqual(['b']);
  });

  it('for seven days, and the last hundred', () => {
    rememberUpload(directory, upload('old', now - 8 * day), now);
    for (let n = 0; n < 101; n++) rememberUpload(directory, upload(`k${n}`, now + n), now);
    expect(keys()).toHaveLength(100);
    expect(keys()).not.toContain('k0');
  });

  it('by commands that run at the same time', async () => {
    const prefixes = ['a', 'b', 'c', 'd'];
    const children = prefixes.map((prefix) =>
      spawn(process.execPath, ['--input-type=module', '-e', rememberInChild, built, directory, prefix], {
        stdio: 'inherit',
      }),
    );
    const codes = await Promise.all(children.map((child) => once(child, 'exit')));
    expect(codes.map(([code]) => code as number)).toEqual([0, 0, 0, 0]);
    expect(readUploads(directory, now)).toHaveLength(80);
  });
});
