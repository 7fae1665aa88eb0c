import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readUploads } from '../src/imports/remembered-uploads.js';
import { ImportingApi } from './importing-api.js';
import { Machine } from './running-command.js';

const lines = Array.from({ length: 8 }, (_, index) =>
  JSON.stringify({ operation: 'UPSERT', user_account_id: `u-${index}`, user_profile: { text: 'x'.repeat(400) } }),
);
// Two lines each.
const parts = ['--split', '800'];

let api: ImportingApi;
let machine: Machine;
beforeEach(async () => {
  api = await new ImportingApi().start();
  machine = new Machine(api.url);
  writeFileSync(path.join(machine.home, 'profiles.ndjson'), lines.map((line) => `${line}\n`).join(''));
});
afterEach(() => {
  api.stop();
  machine.stop();
});

const importFile = (...options: string[]) => machine.run('import', 'profiles.ndjson', ...options);
const remembered = () => readUploads(machine.uploads, Date.now());

describe('an import in parts', () => {
  it('of which one has failed goes on after a retry, and takes effect once', async () => {
    api.outcomes.push({ status: 'SUCCEEDED', is_retryable: false }, { status: 'FAILED', is_retryable: true });
    const first = await importFile(...parts);
    expect(first.code).toBe(1);
    expect(first.errors).toContain('The execution is FAILED: the storage was away.');
    expect(first.errors).toContain(
      'Parts 3 to 4 of 4 are not uploaded yet.\nRun it again: tributary import retry 1/101. Then the same command',
    );
    // Without the retry there is nothing to go on with.
    expect(await importFile(...parts)).toMatchObject({ code: 1 });
    expect(api.executions.size).toBe(2);
    expect(await machine.run('import', 'retry')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1/101') as unknown,
    });
    expect(await importFile(...parts)).toMatchObject({ code: 0 });
    expect(api.applied).toEqual(lines);
    expect(api.imports).toBe(1);
    expect(remembered()).toEqual([]);
  });

  it('of which one was canceled starts again only if it is asked for', async () => {
    api.outcomes.push({ status: 'CANCELED', is_retryable: false });
    for (const _each of [1, 2])
      expect(await importFile(...parts)).toMatchObject({
        code: 1,
        errors: expect.stringContaining(
          'Parts 2 to 4 of 4 are not uploaded yet.\nIt cannot be retried. --again imports the whole file once more',
        ) as unknown,
      });
    expect(api.executions.size).toBe(1);
    expect(await importFile(...parts, '--again')).toMatchObject({ code: 0 });
    expect(api.applied).toEqual(lines);
    expect(remembered()).toEqual([]);
  });
});

describe('an import in one part', () => {
  it('that has failed is found by retry, and by the same command', async () => {
    api.outcomes.push({ status: 'FAILED', is_retryable: true });
    const { errors } = await importFile();
    expect(errors).not.toContain('uploaded yet');
    expect(errors).toContain('Run it again: tributary import retry 1/100.');
    expect(await machine.run('import', 'retry')).toMatchObject({ code: 0 });
    expect(await importFile()).toMatchObject({ code: 0 });
    expect(api.applied).toEqual(lines);
    expect(api.imports).toBe(1);
  });

  it('that has succeeded is forgotten: the same command imports the file once more', async () => {
    expect(await importFile()).toMatchObject({ code: 0 });
    expect(remembered()).toEqual([]);
    expect(await importFile()).toMatchObject({ code: 0 });
    expect(api.imports).toBe(2);
  });
});
