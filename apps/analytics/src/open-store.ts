import type { Logger } from '@tributary/runtime/logger';
import { ClickHouseFactStore } from './clickhouse/clickhouse-fact.store.js';
import { bytesOf, clickHouseAccess, factsFile, type AnalyticsConfig } from './config.js';
import { DuckDbFactStore } from './duckdb/duckdb-fact.store.js';
import type { FactStore } from './facts/fact.store.js';

/** A page of charts requests about ten reports at once. */
const limits = { maxWaiting: 100, maxWaitingPerTenant: 40, timeoutMs: 10_000 };
/** Reports of one process that ClickHouse computes at the same time. They occupy no threads here. */
const clickHouseReaders = 4;

/** The store that the configuration names. */
export function openStore(config: AnalyticsConfig, logger: Logger): Promise<FactStore> {
  const access = clickHouseAccess(config);
  const threads = config.FACTS_THREADS;
  if (access) {
    const memory = bytesOf(config.FACTS_MEMORY_LIMIT);
    return ClickHouseFactStore.open({ ...access, ...limits, readers: clickHouseReaders, memory, threads, logger });
  }
  const memoryLimit = config.FACTS_MEMORY_LIMIT;
  return DuckDbFactStore.open({ path: factsFile(config), ...limits, readers: 2, memoryLimit, threads, logger });
}
