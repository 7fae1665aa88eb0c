import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkGaps } from '../../test/facts/check-gaps.js';
import { openStore } from '../../test/stores.js';

checkGaps(async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'facts-'));
  return {
    open: (options) => openStore({ path: path.join(directory, 'facts.duckdb'), ...options }),
    remove: () => rm(directory, { recursive: true }),
  };
});
