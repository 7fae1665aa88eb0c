import { Answers } from '../facilities/answers.js';
import type { QueueEntry, QueueStorage } from './queue-storage.js';
import { WebLock } from './web-lock.js';

const storeName = 'queue';
/** A database may be blocked, and some browsers never answer. The queue goes on in memory. */
const answersWithinMs = 5_000;

/** The queue of a browser: kept over reloads, shared among tabs. A lock lets one tab send at a time. */
export class IndexedDbStorage implements QueueStorage {
  private database: Promise<IDBDatabase> | undefined;
  private readonly answers = new Answers(answersWithinMs);
  private readonly lock: WebLock;

  /** @param mayCreate whether the database may be made. Where it may not and there is none, each call rejects. */
  constructor(
    private readonly name: string,
    private readonly mayCreate: () => boolean = () => true,
  ) {
    this.lock = new WebLock(name);
  }

  async add(entries: QueueEntry[]): Promise<void> {
    await this.transact('readwrite', (store) => {
      for (const entry of entries) store.put(entry);
    });
  }

  async list(): Promise<QueueEntry[]> {
    // Ids are the keys, and sort by time.
    const request = await this.transact('readonly', (store) => store.getAll());
    return request.result as QueueEntry[];
  }

  async remove(ids: string[]): Promise<void> {
    await this.transact('readwrite', (store) => {
      for (const id of ids) store.delete(id);
    });
  }

  exclusive<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    return this.lock.run(run, signal);
  }

  async close(): Promise<void> {
    (await this.database?.catch(() => undefined))?.close();
    this.database = undefined;
  }

  private async transact<Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Result): Promise<Result> {
    this.database ??= this.open();
    const database = await this.database;
    return this.answers.wait(
      () =>
        new Promise((resolve, reject) => {
          const transaction = database.transaction(storeName, mode);
          transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
          const result = work(transaction.objectStore(storeName));
          transaction.oncomplete = () => resolve(result);
        }),
    );
  }

  private open(): Promise<IDBDatabase> {
    const forget = () => (this.database = undefined);
    const request = indexedDB.open(this.name, 1);
    request.onupgradeneeded = () => {
      if (this.mayCreate()) request.result.createObjectStore(storeName, { keyPath: 'id' });
      // Then the browser has none afterwards either.
      else request.transaction?.abort();
    };
    const opened = new Answers(answersWithinMs).wait(
      () =>
        new Promise<IDBDatabase>((resolve, reject) => {
          request.onerror = () => {
            forget();
            reject(request.error ?? new Error('no database'));
          };
          request.onsuccess = () => {
            const { result } = request;
            // The person clears the site's data.
            result.onclose = forget;
            result.onversionchange = () => {
              result.close();
              forget();
            };
            resolve(result);
          };
        }),
    );
    // Until a late answer the queue is in memory, without waiting for each attempt. Then the database is opened once more.
    opened.catch(() => {
      request.onsuccess = () => {
        request.result.close();
        forget();
      };
    });
    return opened;
  }
}
