import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Logger } from '@tributary/runtime/logger';
import { isDamage } from './duckdb-error.js';

const inMemory = ':memory:';

/** What queries may put on the disk beside the file: a report that needs more is refused, and the disk does not fill. */
const maxSpill = '4GB';

type Prepare<T> = (instance: DuckDBInstance) => Promise<T>;

export interface DuckDbOptions {
  /** A file, made when it is not there, or `:memory:`. */
  path: string;
  /** What DuckDB may take for data and queries, like `512MB`; past it queries spill to a directory beside the file. */
  memoryLimit: string;
  threads: number;
}

/**
 * Opens the file and what `prepare` makes of it, which may read what the program cannot start without. A damaged file is
 * set aside, so that the app starts instead of failing for ever: the facts of a new one are asked for again.
 * Throws when another process has it open, and for whatever else is no damage.
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

/** For a file that nobody has open: keeps it under another name, and says so. */
export function setAsideDamaged(file: string, logger: Logger, error: unknown): void {
  const kept = setAside(file, 'damaged');
  logger.error(
    { err: error },
    `${file} is damaged: set aside as ${kept}. Reports start empty and fill again with what tracking holds`,
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
 * Keeps the file under another name, so that the next start makes a new one and asks for everything. Answers the name;
 * undefined when there was no file. Throws while a process has it open.
 */
export async function startOver(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  try {
    // Whoever has it open holds its lock.
    (await DuckDBInstance.create(file)).closeSync();
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  return setAside(file, 'replaced');
}

function setAside(file: string, reason: string): string {
  const kept = `${file}.${reason}-${new Date().toISOString().replaceAll(':', '')}`;
  // The log belongs to its file: without it, the next one would replay what it never held.
  for (const suffix of ['.wal', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}
