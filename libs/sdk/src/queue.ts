import { monotonicNow } from './facilities/clock.js';
import { ageOf, maxAgeMs } from './storage/age-of.js';
import type { QueueEntry, QueueStorage } from './storage/queue-storage.js';
import { bytesOf } from './take-batch.js';

export interface Limits {
  maxCount: number;
  maxBytes: number;
}

interface OwnEntry extends QueueEntry {
  /** Whether the storage has it. If not, it is lost with the process or page. */
  isSaved: boolean;
}

/**
 * The entries of the storage, which other tabs may share, and those of this client that the storage does not have: while it
 * writes them, if it fails, or if there is none.
 */
export class Queue {
  /** Entries that this client has queued and that are not answered. */
  private readonly own = new Map<string, OwnEntry>();
  /** Bytes of all entries that this client knows. */
  private readonly sizes = new Map<string, number>();
  private bytes = 0;
  /** When these entries were queued, by the monotonic clock: the other one may be set meanwhile. */
  private readonly since = new Map<string, number>();
  /** The monotonic clock began at this time of the wall clock. */
  private readonly epoch = Date.now() - monotonicNow();
  /** Entries that have left the queue and that the storage may still have: they must not be sent again. */
  private readonly unremoved = new Set<string>();
  private waiting: (() => void)[] = [];
  /** Ends when the storage has answered about every entry until now. */
  saving: Promise<unknown> = Promise.resolve();
  /** Entries that are not sent before consent is granted. */
  private readonly held = new Map<string, QueueEntry>();
  /** Whether entries are read from the storage and written to it. */
  isPersistent = true;

  constructor(
    private readonly storage: QueueStorage | undefined,
    private readonly limits: Limits,
    private readonly onStorageFailure: () => void = () => {},
  ) {}

  hasRoomFor(line: string): boolean {
    return this.sizes.size < this.limits.maxCount && this.bytes + bytesOf(line) <= this.limits.maxBytes;
  }

  /** Resolves when an entry has left. */
  room(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  has(id: string): boolean {
    return this.sizes.has(id);
  }

  /** The entry is in the queue at once. Resolves when the storage has it, or cannot take it. */
  async add(entry: QueueEntry): Promise<void> {
    const own = { ...entry, isSaved: false };
    this.own.set(entry.id, own);
    this.know(entry);
    const saved = this.save([own]);
    // Without its results: each would hold those of all before it.
    this.saving = Promise.all([this.saving, saved]).then(() => undefined);
    await saved;
  }

  hold(entry: QueueEntry): void {
    this.held.set(entry.id, entry);
    this.know(entry);
  }

  get heldCount(): number {
    return this.held.size;
  }

  /** Empties what is held. */
  takeHeld(): QueueEntry[] {
    const entries = [...this.held.values()];
    this.held.clear();
    for (const { id } of entries) this.forget(id);
    return entries;
  }

  /** Gives the storage what it does not have. */
  async save(entries = this.unsaved()): Promise<void> {
    if (entries.length === 0) return;
    await this.useStorage(async (storage) => {
      await storage.add(entries.map(({ id, queuedAt, line }) => ({ id, queuedAt, line })));
      for (const entry of entries) entry.isSaved = true;
    });
  }

  unsaved(): OwnEntry[] {
    return [...this.own.values()].filter(({ isSaved }) => !isSaved);
  }

  /** The entries that this client has queued, without asking the storage. */
  ownEntries(): QueueEntry[] {
    return [...this.own.values()];
  }

  /** All entries, the oldest first. */
  async list(): Promise<QueueEntry[]> {
    const saved = [...this.own.values()].filter(({ isSaved }) => isSaved);
    const stored = await this.readStorage();
    if (stored === undefined) return this.ownEntries();
    const ids = new Set(stored.map(({ id }) => id));
    // Another tab has sent them.
    for (const { id } of saved) if (!ids.has(id)) this.own.delete(id);
    const entries = [...stored, ...this.ownEntries().filter(({ id }) => !ids.has(id))];
    this.sizes.clear();
    this.bytes = 0;
    for (const entry of [...entries, ...this.held.values()]) this.know(entry);
    for (const id of this.since.keys()) if (!this.sizes.has(id)) this.since.delete(id);
    this.notifyRoom();
    return entries;
  }

  async remove(ids: string[]): Promise<void> {
    for (const id of ids) {
      this.own.delete(id);
      this.forget(id);
      if (this.storage) this.unremoved.add(id);
    }
    this.notifyRoom();
    await this.removeStored();
  }

  isTooOld({ id }: QueueEntry): boolean {
    return monotonicNow() - (this.since.get(id) ?? Infinity) > maxAgeMs;
  }

  /** @returns undefined if there is no storage, or it fails: then the queue goes on in memory */
  private async useStorage<Result>(use: (storage: QueueStorage) => Promise<Result>): Promise<Result | undefined> {
    if (!this.storage || !this.isPersistent) return undefined;
    try {
      return await use(this.storage);
    } catch {
      this.onStorageFailure();
      return undefined;
    }
  }

  private async readStorage(): Promise<QueueEntry[] | undefined> {
    await this.removeStored();
    return this.useStorage(async (storage) => (await storage.list()).filter(({ id }) => !this.unremoved.has(id)));
  }

  private async removeStored(): Promise<void> {
    const ids = [...this.unremoved];
    if (ids.length === 0) return;
    // If that fails they are removed later, with the next ones.
    await this.useStorage(async (storage) => {
      await storage.remove(ids);
      for (const id of ids) this.unremoved.delete(id);
    });
  }

  private know({ id, queuedAt, line }: QueueEntry): void {
    const now = monotonicNow();
    // If the clock was set, an entry is as old as by the earlier of its times.
    const wallTime = Math.min(Date.now(), this.epoch + now);
    if (!this.since.has(id)) this.since.set(id, now - ageOf(queuedAt, wallTime));
    const size = bytesOf(line);
    this.bytes += size - (this.sizes.get(id) ?? 0);
    this.sizes.set(id, size);
  }

  private forget(id: string): void {
    this.bytes -= this.sizes.get(id) ?? 0;
    this.sizes.delete(id);
    this.since.delete(id);
  }

  notifyRoom(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
