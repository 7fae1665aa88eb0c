import type { ClientBase } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { inTurn } from './connection-turns.js';
import { connectTimeoutMs, type ImpatientQuery, statementTimeoutMs } from './data-source.js';
import { endsConnection, mapped, outage } from './transient.js';

/** Most time that all statements of one work take together; a frozen server would take for ever. */
const patienceMs = statementTimeoutMs + connectTimeoutMs;

/** Answered at once by every server that works. */
const probe: ImpatientQuery = { text: '', query_timeout: connectTimeoutMs };

type Work<T> = (manager: EntityManager) => Promise<T>;

/**
 * Reads through TypeORM's repositories, with the errors of `transaction`: a frozen server is given up within 2 s, one
 * that freezes meanwhile after 11 s.
 */
export function readEntities<T>(dataSource: DataSource, work: Work<T>): Promise<T> {
  return withConnection(dataSource, work);
}

/** Writes through TypeORM's repositories in one transaction, with the errors and the patience of `readEntities`. */
export function writeEntities<T>(dataSource: DataSource, work: Work<T>): Promise<T> {
  return withConnection(dataSource, (manager) => manager.transaction(work));
}

const withConnection = <T>(dataSource: DataSource, work: Work<T>): Promise<T> =>
  inTurn(dataSource, () => withFreeConnection(dataSource, work));

async function withFreeConnection<T>(dataSource: DataSource, work: Work<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  let watch: NodeJS.Timeout | undefined;
  let isGivenUp = false;
  try {
    const client = await connect(runner);
    watch = setTimeout(() => {
      isGivenUp = true;
      drop(runner, client, new Error('timeout expired'));
    }, patienceMs);
    return await work(runner.manager);
  } catch (error) {
    throw isGivenUp ? outage(error) : mapped(error);
  } finally {
    clearTimeout(watch);
    await runner.release();
  }
}

async function connect(runner: QueryRunner): Promise<ClientBase> {
  const client = (await runner.connect()) as ClientBase;
  try {
    await client.query(probe);
  } catch (error) {
    if (endsConnection(error)) drop(runner, client, error);
    throw error;
  }
  return client;
}

/** TypeORM hears it, as it does of a connection that is lost, and has the pool close it: the statement at work rejects. */
function drop(runner: QueryRunner, client: ClientBase, error: Error): void {
  if (!runner.isReleased) client.emit('error', error);
}

/** Name of the unique, foreign-key or check constraint that the statement has violated, undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint, driverError } = (error ?? {}) as Partial<Record<string, unknown>>;
  if (driverError !== undefined) return violatedConstraint(driverError);
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string' ? constraint : undefined;
}
