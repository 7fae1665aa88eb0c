import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { FileLock } from './file-lock.js';
import type { QueueEntry, QueueStorage } from './queue-storage.js';

type FileRecord = { add: QueueEntry } | { remove: string[] };

/** The log is written again when it is this long, and mostly about entries that are gone. */
const compactBytes = 4_000_000;

interface Write {
  text: string;
  resolve: () => void;
  reject: (error: Error) => void;
}

/**
 * An append-only log of JSON lines. A line that was cut by the end of a process is ignored: its activity has never been
 * promised. Records that wait for the disk are written together.
 */
export class FileQueue implements QueueStorage {
  private readonly entries = new Map<string, QueueEntry>();
  private readonly lock: FileLock;
  private readonly file: string;
  private handle: FileHandle | undefined;
  /** Lengths of the lines of the entries, as a snapshot has them. */
  private readonly lengths = new Map<string, number>();
  /** The length of a snapshot. It is counted, because a snapshot costs as much as the whole queue. */
  private liveBytes = 0;
  /** The length of the log. */
  private bytes = 0;
  private waiting: Write[] = [];
  private writing: Promise<void> | undefined;

  /** @throws if another process uses the file */
  constructor(file: string) {
    this.file = path.resolve(file);
    this.lock = FileLock.acquire(`${this.file}.lock`);
    try {
      for (const record of readLog(this.file))
        if ('add' in record) this.put(record.add);
        else for (const id of record.remove) this.discard(id);
      this.bytes = writeDraft(this.file, this.snapshot());
      renameSync(draftOf(this.file), this.file);
    } catch (error) {
      this.lock.release();
      throw error;
    }
  }

  async add(entries: QueueEntry[]): Promise<void> {
    const lines = entries.map((entry) => this.put(entry));
    await this.write(lines.join('')).catch((error: unknown) => {
      for (const { id } of entries) this.discard(id);
      throw error;
    });
  }

  list(): Promise<QueueEntry[]> {
    return Promise.resolve([...this.entries.values()]);
  }

  async remove(ids: string[]): Promise<void> {
    for (const id of ids) this.discard(id);
    await this.write(toLine({ remove: ids }));
  }

  /** The lock of the file is enough. */
  exclusive<Result>(run: () => Promise<Result>): Promise<Result> {
    return run();
  }

  async close(): Promise<void> {
    await this.writing;
    await this.handle?.close();
    this.handle = undefined;
    this.lock.release();
  }

  /** @returns its line of the log */
  private put(entry: QueueEntry): string {
    const line = toLine({ add: entry });
    this.entries.set(entry.id, entry);
    this.liveBytes += line.length - (this.lengths.get(entry.id) ?? 0);
    this.lengths.set(entry.id, line.length);
    return line;
  }

  private discard(id: string): void {
    this.entries.delete(id);
    this.liveBytes -= this.lengths.get(id) ?? 0;
    this.lengths.delete(id);
  }

  private snapshot(): string {
    return [...this.entries.values()].map((add) => toLine({ add })).join('');
  }

  private write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ text, resolve, reject });
      this.writing ??= this.writeWaiting().finally(() => (this.writing = undefined));
    });
  }

  private async writeWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const writes = this.waiting.splice(0);
      try {
        await this.append(writes.map(({ text }) => text).join(''));
        for (const { resolve } of writes) resolve();
      } catch (error) {
        for (const { reject } of writes) reject(error as Error);
      }
    }
  }

  private async append(text: string): Promise<void> {
    if (!this.lock.isHeld()) throw new Error(`${this.file}: another process has taken this queue`);
    this.handle ??= await open(this.file, 'a', 0o600);
    try {
      await this.handle.appendFile(text);
      await this.handle.datasync();
      this.bytes += text.length;
    } catch (error) {
      // The disk may have half a line: the next one must not continue it.
      await this.handle.appendFile('\n').catch(() => undefined);
      throw error;
    }
    // If that fails the log is only longer than it needs to be.
    if (this.bytes > compactBytes && this.bytes > 2 * this.liveBytes) await this.compact().catch(() => undefined);
  }

  private async compact(): Promise<void> {
    const bytes = writeDraft(this.file, this.snapshot());
    // Some systems rename no open file.
    await this.handle?.close();
    this.handle = undefined;
    await rename(draftOf(this.file), this.file);
    this.bytes = bytes;
  }
}

const draftOf = (file: string) => `${file}.draft`;

const toLine = (record: FileRecord) => `${JSON.stringify(record)}\n`;

/** On the disk before it takes the place of the log. */
function writeDraft(file: string, text: string): number {
  const descriptor = openSync(draftOf(file), 'w', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return text.length;
}

function* readLog(file: string): Generator<FileRecord> {
  for (const line of readText(file).split('\n')) {
    const record = parse(line);
    if (record) yield record;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function parse(line: string): FileRecord | undefined {
  try {
    const record = JSON.parse(line) as Partial<{ add: QueueEntry; remove: string[] }> | null;
    if (typeof record?.add?.id === 'string') {
      JSON.parse(record.add.line);
      return { add: record.add };
    }
    return Array.isArray(record?.remove) ? { remove: record.remove } : undefined;
  } catch {
    return undefined;
  }
}
