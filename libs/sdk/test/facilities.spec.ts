import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { IndexedDbStorage } from '../src/storage/indexed-db-storage.js';
import { client, listen, storingFetch, visit } from './client-fixture.js';

const refused = () => new DOMException('The request was denied.', 'SecurityError');
const throws = () => {
  throw refused();
};
const never = () => new Promise(() => {});
/** A request for a database that is answered by this event, if any. */
const request = (event?: 'onerror' | 'onsuccess', result: unknown = undefined) => {
  const open: Record<string, unknown> = { error: refused(), result };
  if (event) queueMicrotask(() => (open[event] as () => void)());
  return open;
};
const transaction = { objectStore: () => ({ put: () => {}, getAll: () => ({}), delete: () => {} }) };

/** The facilities of a browser, and how a value in the place of each fails. */
const failures: Record<string, Record<string, unknown>> = {
  navigator: {
    'without locks': {},
    'with locks that throw': { locks: { request: throws } },
    'with locks that are refused': { locks: { request: () => Promise.reject(refused()) } },
    'with locks that never answer': { locks: { request: never } },
    'with locks that answer without a lock': { locks: { request: () => Promise.resolve() } },
    'with locks that do nothing': { locks: { request: () => undefined } },
  },
  indexedDB: {
    'that throws': { open: throws },
    'that is refused': { open: () => request('onerror') },
    'that never answers': { open: () => request() },
    'that does nothing': { open: () => undefined },
    'with transactions that throw': { open: () => request('onsuccess', { transaction: throws, close: throws }) },
    'with transactions that never answer': {
      open: () => request('onsuccess', { transaction: () => transaction, close: () => {} }),
    },
  },
  localStorage: {
    'that throws': { getItem: throws, setItem: throws },
    'that is full': { getItem: () => null, setItem: throws },
    'that does nothing': { getItem: () => undefined, setItem: () => undefined },
    'that answers no text': { getItem: () => ({}), setItem: () => {} },
  },
  crypto: {
    'that throws': { getRandomValues: throws },
    'that does nothing': { getRandomValues: () => undefined },
    'without functions': {},
  },
  performance: { 'that throws': { now: throws }, 'that answers no number': { now: () => undefined } },
  console: { 'that throws': { warn: throws }, 'without functions': {} },
};
const ways = (name: string) => ['that is absent', 'that throws when it is read', ...Object.keys(failures[name] ?? {})];
const facilities = Object.keys(failures);

const originals = new Map(facilities.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
});
afterEach(() => {
  for (const [name, original] of originals)
    if (original) Object.defineProperty(globalThis, name, original);
    else Reflect.deleteProperty(globalThis, name);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function breakFacility(name: string, way: string): void {
  const get = () => {
    if (way === 'that throws when it is read') return throws();
    return failures[name]?.[way];
  };
  Object.defineProperty(globalThis, name, { configurable: true, get });
}

/** Lets time pass until the condition holds: every wait for a facility ends. */
async function waitFor(condition: () => boolean): Promise<void> {
  for (let s = 0; s < 120 && !condition(); s++) await jest.advanceTimersByTimeAsync(1_000);
}

/** A client with the storage and the id of browsers sends activities, though facilities fail. */
async function expectDelivery(): Promise<void> {
  const stored: object[] = [];
  const storage = new IndexedDbStorage('queue');
  const tributary = client({ storage, identifyBrowser: true, fetch: storingFetch(stored) });
  const kept = listen(tributary, 'kept');
  const ids: unknown[] = [];
  for (const n of [1, 2]) {
    void tributary.activity(visit(n)).then((id) => ids.push(id));
    await waitFor(() => stored.length === n && ids.length === n);
  }
  expect(ids).toEqual([expect.stringMatching(/-7/), expect.stringMatching(/-7/)]);
  const $user_identifiers = [{ $user_agent_id: expect.stringMatching(/^web:1:[0-9a-f]{32}$/) }];
  expect(stored).toMatchObject([
    { n: 1, $user_identifiers },
    { n: 2, $user_identifiers },
  ]);
  // Ids of a generator that does nothing would be those of all browsers.
  expect(JSON.stringify(stored)).not.toContain('0'.repeat(16));
  expect(kept).toEqual([]);
  let isClosed = false;
  void tributary.close({ timeoutMs: 0 }).then(() => (isClosed = true));
  await waitFor(() => isClosed);
  expect(isClosed).toBe(true);
}

describe.each(facilities)('%s', (name) => {
  it.each(ways(name))('%s counts as absent', async (way) => {
    breakFacility(name, way);
    await expectDelivery();
  });
});

it('no set of facilities that fail ends delivery', () => {
  const sets = fc.record(Object.fromEntries(facilities.map((name) => [name, fc.constantFrom(...ways(name))])));
  const property = fc.asyncProperty(sets, async (set) => {
    for (const name of facilities) breakFacility(name, set[name] ?? '');
    await expectDelivery();
  });
  return fc.assert(property, { numRuns: 50 });
});
