import { unavailable } from '@tributary/contracts/errors';
import { FairSlots, type Slot } from '@tributary/contracts/shares/fair-slots';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from './data-source.js';
import { streamOf } from './pipeline.js';
import { endsConnection, mapped, outage } from './transient.js';

/** How long work waits for a connection. After that the database counts as busy, not as down. */
const waitTimeoutMs = 5_000;

/** pg-pool has one timeout for two waits, for a free connection and for a new one: work waits here for a free one. */
const slotsOf = new WeakMap<DataSource, FairSlots>();

/** How many works wait for a connection of the data source. */
export const waitingForConnection = (dataSource: DataSource) => slotsOf.get(dataSource)?.waitingCount ?? 0;

/**
 * Runs the work on a connection of the pool, once one is free, first in, first out. Its database errors that are not about
 * the data reject as `SERVICE_UNAVAILABLE`; the pool closes a connection that is unusable after them.
 *
 * @param timeoutMs limit for all statements of the work together: a frozen server would never answer
 */
export async function withConnection<T>(
  dataSource: DataSource,
  work: (client: ClientBase) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const slot = await takeSlot(dataSource);
  try {
    return await onClient(dataSource, work, timeoutMs);
  } finally {
    slot.release();
  }
}

async function takeSlot(dataSource: DataSource): Promise<Slot> {
  const { poolSize = 1 } = dataSource.options;
  const slots = slotsOf.get(dataSource) ?? new FairSlots({ held: poolSize, shares: [] });
  slotsOf.set(dataSource, slots);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), waitTimeoutMs);
  const slot = await slots.take([], 1, timeout.signal);
  clearTimeout(timer);
  if (typeof slot === 'string') throw unavailable('The database is busy');
  return slot;
}

async function onClient<T>(
  dataSource: DataSource,
  work: (client: ClientBase) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const client = await connect(dataSource);
  let broken: Error | undefined;
  let isGivenUp = false;
  // The pool listens to idle clients only: without this listener the loss of a client in use would end the process.
  const onError = (error: Error) => void (broken = error);
  client.on('error', onError);
  const giveUp = () => {
    isGivenUp = true;
    // The running statement fails, and each after it.
    streamOf(client).destroy(new Error('timeout expired'));
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
  try {
    return await work(client);
  } catch (error) {
    if (endsConnection(error)) broken ??= error;
    throw isGivenUp ? outage(error) : mapped(error);
  } finally {
    clearTimeout(timer);
    client.off('error', onError);
    client.release(broken);
  }
}

async function connect(dataSource: DataSource) {
  try {
    return await poolOf(dataSource).connect();
  } catch (error) {
    throw outage(error);
  }
}
