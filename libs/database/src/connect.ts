import { retry } from '@tributary/contracts/retry';
import type { DataSource } from 'typeorm';
import { createDataSource, type DataSourceOptions } from './data-source.js';
import { isTransient } from './transient.js';

const pauseMs = 500;
const defaultTimeoutMs = 60_000;

/** SQLSTATE of a server that starts or stops, or has no connection left. */
const busy = new Set(['57P03', '53300']);

export interface ConnectOptions {
  /** How long to retry, milliseconds; default 60,000. */
  timeoutMs?: number;
  /** Called with the first failure that is retried. */
  onWait?: (error: unknown) => void;
}

/**
 * Connects a data source. The server may start at the same time as this process, so a server that is away is retried.
 * An answer such as a wrong password or a missing database rejects immediately.
 */
export const connect = (
  options: DataSourceOptions,
  { timeoutMs = defaultTimeoutMs, onWait }: ConnectOptions = {},
): Promise<DataSource> =>
  retry(() => createDataSource(options).initialize(), {
    pauseMs,
    timeoutMs,
    isRetryable: isAway,
    onRetry: (error, attempt) => {
      if (attempt === 1) onWait?.(error);
    },
  });

function isAway(error: unknown): boolean {
  const { severity, code = '' } = error as { severity?: string; code?: string };
  return severity === undefined ? isTransient(error) : busy.has(code);
}
