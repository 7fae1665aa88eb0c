import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { canReach, serverAccount } from '../src/embedded/embedded-account.js';
import { binariesPackage, prepareBinaries } from '../src/embedded/embedded-binaries.js';
import { temporaryDirectory } from './server.js';

const version = (postgres: string, account?: { uid: number; gid: number }) =>
  execFileSync(postgres, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], ...account });

describe('the binaries of PostgreSQL', () => {
  let directory: string;
  let copy: string;

  beforeEach(() => {
    directory = temporaryDirectory();
    fs.chmodSync(directory, 0o755);
    copy = path.join(directory, 'package');
    fs.cpSync(binariesPackage(), copy, { recursive: true, verbatimSymlinks: true });
  });

  afterEach(() => fs.rmSync(directory, { recursive: true }));

  it('get the library links that an install without scripts omits', () => {
    const library = path.join(copy, 'native/lib');
    for (const name of fs.readdirSync(library)) {
      if (fs.lstatSync(path.join(library, name)).isSymbolicLink()) fs.rmSync(path.join(library, name));
    }
    // Negative control: without the links nothing runs.
    expect(() => version(path.join(copy, 'native/bin/postgres'))).toThrow();
    expect(version(prepareBinaries(copy).postgres)).toContain('PostgreSQL');
  });

  it('are copied once if root’s server account cannot read them, and used in place otherwise', () => {
    fs.chmodSync(copy, 0o700);
    const account = serverAccount(path.join(directory, 'none'));
    if (!account) {
      expect(prepareBinaries(copy, account).postgres).toBe(path.join(copy, 'native/bin/postgres'));
      return;
    }
    expect(canReach(path.join(copy, 'native/bin/postgres'), account)).toBe(false);
    expect(() => version(path.join(copy, 'native/bin/postgres'), account)).toThrow();
    const cache = path.join(directory, 'cache');
    const { postgres } = prepareBinaries(copy, account, cache);
    expect(version(postgres, account)).toContain('PostgreSQL');
    const made = fs.statSync(postgres).ino;
    expect(fs.statSync(prepareBinaries(copy, account, cache).postgres).ino).toBe(made);
  });
});
