import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IndexedDbStorage } from './indexed-db-storage.js';
import type { QueueEntry } from './queue-storage.js';

/** The part of a browser's IndexedDB that the storage uses. It opens the database when the spec says so. */
class Browser {
  private readonly stored = new Map<string, QueueEntry>();
  private readonly requests: { onsuccess?: () => void; onerror?: () => void; result: object; error: Error }[] = [];
  open = 0;
  opened = 0;
  isSlow = false;

  readonly indexedDB = {
    open: () => {
      this.opened += 1;
      const request = { result: this.database(), error: new Error('broken') };
      this.requests.push(request);
      if (!this.isSlow) queueMicrotask(() => this.answer());
      return request;
    },
  };

  /** Answers the oldest request to open the database. */
  answer(event: 'onsuccess' | 'onerror' = 'onsuccess'): void {
    if (event === 'onsuccess') this.open += 1;
    this.requests.shift()?.[event]?.();
  }

  private database() {
    return { close: () => (this.open -= 1), transaction: () => this.transaction() };
  }

  private transaction() {
    const transaction = { objectStore: () => store, oncomplete: () => undefined };
    const store = {
      put: (entry: QueueEntry) => this.stored.set(entry.id, entry),
      getAll: () => ({ result: [...this.stored.values()] }),
    };
    queueMicrotask(() => transaction.oncomplete());
    return transaction;
  }
}

const entry = (id: string): QueueEntry => ({ id, queuedAt: 1, line: '{}' });
let browser: Browser;
let storage: IndexedDbStorage;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  browser = new Browser();
  storage = new IndexedDbStorage('queue');
  Object.assign(globalThis, { indexedDB: browser.indexedDB });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

/** Adds an entry, and lets more time pass than an answer may take. */
async function addTooLate(id: string): Promise<void> {
  const added = expect(storage.add([entry(id)])).rejects.toThrow('no answer');
  await jest.advanceTimersByTimeAsync(6_000);
  await added;
}

describe('a database that opens too late', () => {
  beforeEach(async () => {
    browser.isSlow = true;
    await addTooLate('a');
  });

  it('is closed, and opened again for the next entry', async () => {
    browser.answer();
    expect(browser.open).toBe(0);
    browser.isSlow = false;
    await storage.add([entry('b')]);
    expect(await storage.list()).toEqual([entry('b')]);
    expect(browser).toMatchObject({ open: 1, opened: 2 });
  });

  it('is not waited for again until it answers', async () => {
    await expect(storage.list()).rejects.toThrow('no answer');
    expect(browser.opened).toBe(1);
  });

  it('is opened again after a late error', async () => {
    browser.answer('onerror');
    browser.isSlow = false;
    await storage.add([entry('b')]);
    expect(browser).toMatchObject({ open: 1, opened: 2 });
  });
});

describe('a database that answers', () => {
  it('leaves no timer behind', async () => {
    await storage.add([entry('a')]);
    expect(await storage.list()).toEqual([entry('a')]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('with an error is opened again', async () => {
    browser.isSlow = true;
    const added = expect(storage.add([entry('a')])).rejects.toThrow('broken');
    browser.answer('onerror');
    await added;
    browser.isSlow = false;
    await storage.add([entry('b')]);
    expect(await storage.list()).toEqual([entry('b')]);
  });
});
