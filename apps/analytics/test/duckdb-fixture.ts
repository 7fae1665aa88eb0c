import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { anActivity } from './messages.js';
import { openStore, type TestStore } from './stores.js';

export const activities = (count: number) => Array.from({ length: count }, () => anActivity());

export let directory: string;
export let file: string;
export const stores: TestStore[] = [];

export async function open(options: Parameters<typeof openStore>[0] = {}) {
  const store = await openStore({ path: file, ...options });
  stores.push(store);
  return store;
}

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'facts-'));
  file = path.join(directory, 'facts.duckdb');
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map(({ close }) => close()));
  await rm(directory, { recursive: true });
});
