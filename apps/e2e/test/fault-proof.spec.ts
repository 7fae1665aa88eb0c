import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.join(import.meta.dirname, '../../..');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');

interface Promised {
  promise: string;
  tests: string;
  control: string;
}

/** The rows of the tables; `\|` is part of a cell. */
const rowsOf = (markdown: string): Promised[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[- |]+$/.test(line) && !line.startsWith('| promise |'))
    .map((line) => {
      const [, promise = '', tests = '', control = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      return { promise, tests, control };
    });

/** The files in backticks. `…/` stands for the directory of the file before, and `*` for any beginning. */
const filesIn = (text: string) =>
  [...text.matchAll(/`([^` ]+\.(?:ts|tsx|mjs))`/g)].map(([, name = '']) => name.replace(/^(…\/|\*)/, ''));

const isMissing = (name: string) => !tracked.some((file) => file === name || file.endsWith(name));

const rows = rowsOf(readFileSync(path.join(root, 'docs/fault-proof.md'), 'utf8'));

describe('docs/fault-proof.md', () => {
  it('has rows', () => expect(rows.length).toBeGreaterThan(150));

  it.each(rows)('names tests that exist: $promise', ({ tests, control }) => {
    // As in the row above.
    if (!tests.startsWith('the same')) expect(filesIn(tests)).not.toEqual([]);
    expect(filesIn(`${tests} ${control}`).filter(isMissing)).toEqual([]);
  });

  it.each(rows)('names a control: $promise', ({ control }) => expect(control).toMatch(/\w/));

  it('finds a test that is missing, and a row without one (control)', () => {
    const [row] = rowsOf('| a promise | `no-such-file.spec.ts` | |');
    expect(filesIn(row?.tests ?? '').filter(isMissing)).toEqual(['no-such-file.spec.ts']);
    expect(row?.control).toBe('');
  });
});
