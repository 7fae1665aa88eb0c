import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readUploads, rememberUpload } from '../src/imports/remembered-uploads.js';
import { Machine } from './running-command.js';

let machine: Machine;
beforeEach(() => void (machine = new Machine('http://127.0.0.1:9')));
afterEach(() => machine.stop());

describe('a damaged file of a remembered upload', () => {
  it.each(['', '{', '7', '[]', '{}', '{"key":"k","started_ts":"now","executions":{}}'])(
    '(%s) is deleted with a warning, and the others are kept',
    async (text) => {
      const upload = { key: 'k', datamart_id: '2', document_import_id: '3', executions: {}, started_ts: Date.now() };
      rememberUpload(machine.uploads, upload, Date.now());
      const file = path.join(machine.uploads, 'damaged.json');
      writeFileSync(file, text);
      const { code, errors } = await machine.run('import', 'watch');
      expect(code).toBe(2);
      expect(errors).toMatch(/^warning: \S+damaged\.json is damaged: .* It is deleted: .*\nerror: no import/);
      expect(errors).not.toContain('log in');
      expect(existsSync(file)).toBe(false);
      expect((await machine.run('import', 'watch')).errors).toMatch(/^error: no import of this machine is open/);
      expect(readUploads(machine.uploads, Date.now())).toEqual([upload]);
    },
  );
});

describe('a damaged file of the session', () => {
  it('is named, with the way to a new one', async () => {
    const directory = path.join(machine.home, '.config/tributary');
    mkdirSync(directory, { recursive: true });
    writeFileSync(path.join(directory, 'config.json'), '[');
    expect(await machine.run('whoami')).toEqual({
      code: 1,
      out: '',
      errors: `error: ${directory}/config.json is damaged: it holds no JSON object\nDelete it, and log in again.\n`,
    });
  });
});
