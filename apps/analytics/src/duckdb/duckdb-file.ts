import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Logger } from '@tributary/runtime/logger';
import { isDamage } from './duckdb-error.js';

const inMemory = ':memory:';

/** Limit on spill files. A report that needs more is refused, so that reports cannot fill the disk. */
const maxSpill = '4GB';

type Prepare<T> = (instance: DuckDBInstance) => Promise<T>;

export interface DuckDbOptions {
  /** A file, created if it does not exist, or `:memory:`. */
  path: string;
  /** Memory for data and queries, like `512MB`. Beyond it, queries spill to a directory next to the file. */
  memoryLimit: string;
  threads: number;
}

/**
 * Opens the file and returns the result of `prepare`, which may read it. A damaged file is set aside and replaced by
 * an empty one, so that the app starts; a backfill then restores the facts. Other errors are thrown, for example that
 * another process has the file open.
 */
export async function openFile<T>(options: DuckDbOptions, logger: Logger, prepare: Prepare<T>): Promise<T> {
  if (options.path !== inMemory) mkdirSync(path.dirname(options.path), { recursive: true });
  try {
    return await open(options, prepare);
  } catch (error) {
    if (!isDamage(error)) throw error;
    setAsideDamaged(options.path, logger, error);
    return open(options, prepare);
  }
}

/** Renames a damaged file and logs that. The file must not be open. */
export function setAsideDamaged(file: string, logger: Logger, error: unknown): void {
  const kept = setAside(file, 'damaged');
  logger.error(
    { err: error },
    `${file} is damaged and set aside as ${kept}. Reports start empty; a backfill from tracking restores them`,
  );
}

async function open<T>({ path, memoryLimit, threads }: DuckDbOptions, prepare: Prepare<T>): Promise<T> {
  const instance = await DuckDBInstance.create(path, {
    memory_limit: memoryLimit,
    threads: String(threads),
    max_temp_directory_size: maxSpill,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  try {
    return await prepare(instance);
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

/**
 * Renames the file, so that the next start creates a new one and requests a backfill. Returns the new name; undefined
 * if there is no file. Throws while a process has the file open.
 */
export async function startOver(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  try {
    // Fails while another process holds the lock.
    (await DuckDBInstance.create(file)).closeSync();
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  return setAside(file, 'replaced');
}

function setAside(file: string, reason: string): string {
  const kept = `${file}.${reason}-${new Date().toISOString().replaceAll(':', '')}`;
  // The write-ahead log moves with its file: otherwise DuckDB would replay it into the new file.
  for (const suffix of ['.wal', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}
