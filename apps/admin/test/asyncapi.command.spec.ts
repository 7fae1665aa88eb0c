import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const app = path.join(import.meta.dirname, '..');

it('admin asyncapi prints the complete document, also into a pipe that is read in pieces', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(app, 'dist/main.js'), 'asyncapi']);
  expect(stdout).toBe(readFileSync(path.join(app, '../../docs/asyncapi.json'), 'utf8'));
});
