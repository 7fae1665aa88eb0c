import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createDataSource, type DataSourceOptions } from './data-source.js';
import { isTransient } from './transient.js';

const pauseMs = 500;
const defaultPatienceMs = 60_000;

/** What a server says that is there and takes nobody now: it starts or stops, or has no connection left. */
const busy = new Set(['57P03', '53300']);

export interface ConnectOptions {
  /** How long to try, milliseconds; default a minute. */
  patienceMs?: number;
  /** Told of the first failure that may pass. */
  onWait?: (error: unknown) => void;
}

/**
 * A data source that is connected. Where everything starts at once the server may be late: it is waited for. What it
 * says once it answers, that the password is wrong or the database missing, rejects at once.
 */
export async function connect(
  options: DataSourceOptions,
  { patienceMs = defaultPatienceMs, onWait }: ConnectOptions = {},
): Promise<DataSource> {
  const deadline = Date.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await createDataSource(options).initialize();
    } catch (error) {
      if (!isAway(error) || Date.now() > deadline) throw error;
      if (attempt === 1) onWait?.(error);
    }
    await sleep(pauseMs);
  }
}

function isAway(error: unknown): boolean {
  const { severity, code = '' } = error as { severity?: string; code?: string };
  return severity === undefined ? isTransient(error) : busy.has(code);
}
