import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = path.join(import.meta.dirname, '../../..');
const committed = path.join(root, 'libs/client/src/generated');
const filesIn = (directory: string) =>
  readdirSync(directory, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .sort();

describe('the generated client', () => {
  const fresh = mkdtempSync(path.join(tmpdir(), 'tributary-client-'));
  beforeAll(() => {
    execFileSync(process.execPath, [path.join(root, 'scripts/generate-client.mjs'), fresh], { cwd: root });
  });
  afterAll(() => rmSync(fresh, { recursive: true }));

  it('has the files that the description of the API gives', () => expect(filesIn(committed)).toEqual(filesIn(fresh)));

  it.each(filesIn(committed))('is up to date: %s (else run node scripts/generate-client.mjs)', (name) => {
    const isCurrent = readFileSync(path.join(committed, name), 'utf8') === readFileSync(path.join(fresh, name), 'utf8');
    expect(isCurrent).toBe(true);
  });
});
