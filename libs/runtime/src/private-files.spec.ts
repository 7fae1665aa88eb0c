import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { makePrivate } from './private-files.js';

let directory: string;
let lines: string[];
const logger = () => createLogger('test', 'info', { write: (line) => void lines.push(line) });
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tributary-private-'));
  lines = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

const modeAfter = (mode: number) => {
  chmodSync(directory, mode);
  makePrivate(directory, logger());
  return (statSync(directory).mode & 0o7777).toString(8);
};

describe('a data directory', () => {
  it.each([
    ['that an older version has made', 0o755, '700'],
    ['that all users may write', 0o777, '700'],
    ['that a group may read', 0o750, '700'],
    ['that has the group of its parent', 0o2755, '2700'],
    ['that is closed already', 0o700, '700'],
  ])('%s is closed to other users', (_case, before, after) => {
    expect(modeAfter(before)).toBe(after);
    expect(lines).toEqual([]);
  });

  it('stays open to the group that Kubernetes gives its volume to', () => {
    expect(modeAfter(0o2775)).toBe('2770');
    expect(lines).toEqual([]);
  });

  it('that all users share like /tmp stays as it is, with a warning', () => {
    expect(modeAfter(0o1777)).toBe('1777');
    expect(lines.join()).toMatch(/all users of the machine share it.*other users may be able to read/);
  });

  it('that does not exist yet is not created', () => {
    const missing = path.join(directory, 'missing');
    makePrivate(missing, logger());
    expect(statSync(missing, { throwIfNoEntry: false })).toBeUndefined();
    expect(lines).toEqual([]);
  });
});
