import type { DataSource, EntityManager } from 'typeorm';
import { mapped } from './transient.js';

/** Reads through TypeORM's repositories, with the errors of `transaction`. */
export async function readEntities<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await work(dataSource.manager);
  } catch (error) {
    throw mapped(error);
  }
}

/** Writes through TypeORM's repositories in one transaction, with the errors of `transaction`. */
export async function writeEntities<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await dataSource.transaction(work);
  } catch (error) {
    throw mapped(error);
  }
}

/** Name of the unique, foreign-key or check constraint that the statement has violated, undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint, driverError } = (error ?? {}) as Partial<Record<string, unknown>>;
  if (driverError !== undefined) return violatedConstraint(driverError);
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string' ? constraint : undefined;
}
