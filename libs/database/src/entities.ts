import { existing } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type {
  DataSource,
  EntityManager,
  EntityTarget,
  FindOptionsOrder,
  FindOptionsWhere,
  ObjectLiteral,
} from 'typeorm';
import { recordingOf, startCapture } from './audit/audited-request.js';
import { withConnection } from './checkout.js';
import { connectTimeoutMs, type QueryWithTimeout, statementTimeoutMs } from './data-source.js';

/** Limit for all statements of one work together: a frozen server would never answer. */
const workTimeoutMs = statementTimeoutMs + connectTimeoutMs;

/** Every working server answers this immediately. */
const probe: QueryWithTimeout = { text: '', query_timeout: connectTimeoutMs };

type Work<T> = (manager: EntityManager) => Promise<T>;

/**
 * Reads through TypeORM's repositories, with the errors of `transaction`. A frozen server is detected within 2 s, a
 * server that freezes during the work after 11 s.
 */
export function readEntities<T>(dataSource: DataSource, work: Work<T>): Promise<T> {
  return withManager(dataSource, work);
}

/** @throws RESOURCE_NOT_FOUND */
export async function getEntity<Row extends ObjectLiteral>(
  dataSource: DataSource,
  entity: EntityTarget<Row>,
  where: FindOptionsWhere<Row>,
): Promise<Row> {
  return existing(await readEntities(dataSource, (manager) => manager.findOneBy(entity, where)));
}

/** A page of the rows in the order of their ids, and the number of all. */
export async function listEntities<Row extends { id: string }>(
  dataSource: DataSource,
  entity: EntityTarget<Row>,
  where: FindOptionsWhere<Row> | FindOptionsWhere<Row>[],
  { first_result, max_results }: ListQuery,
): Promise<{ items: Row[]; total: number }> {
  const order = { id: 'ASC' } as FindOptionsOrder<Row>;
  const page = { where, order, skip: first_result, take: max_results };
  const [items, total] = await readEntities(dataSource, (manager) => manager.findAndCount(entity, page));
  return { items, total };
}

/** Writes through TypeORM's repositories in one transaction, with the errors and timeouts of `readEntities`. */
export function writeEntities<T>(dataSource: DataSource, work: Work<T>): Promise<T> {
  const recording = recordingOf(dataSource);
  if (!recording) return withManager(dataSource, (manager) => manager.transaction(work));
  const recorded: Work<T> = async (manager) => {
    await manager.query(startCapture);
    const result = await work(manager);
    await recording.finish(manager);
    return result;
  };
  return withManager(dataSource, async (manager) => {
    const result = await manager.transaction(recorded);
    recording.committed();
    return result;
  });
}

function withManager<T>(dataSource: DataSource, work: Work<T>): Promise<T> {
  return withConnection(
    dataSource,
    async (client) => {
      await client.query(probe);
      // The field of TypeORM 1.1 beyond its types: without a connection, its runner would check one out itself.
      const runner = Object.assign(dataSource.createQueryRunner(), { databaseConnection: client });
      try {
        return await work(runner.manager);
      } finally {
        await runner.release();
      }
    },
    workTimeoutMs,
  );
}

/** Name of the violated unique, foreign-key or check constraint; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint, driverError } = (error ?? {}) as Partial<Record<string, unknown>>;
  if (driverError !== undefined) return violatedConstraint(driverError);
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string' ? constraint : undefined;
}
