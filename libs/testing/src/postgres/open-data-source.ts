import { createDataSource, poolOf, type DataSourceOptions } from '@tributary/database/data-source';
import type { DataSource } from 'typeorm';
import { eventually } from '../eventually.js';

/** A data source whose connections are all open: on a busy machine a new one may take longer than the product waits for it. */
export async function openDataSource({ poolSize = 10, ...options }: DataSourceOptions): Promise<DataSource> {
  const dataSource = await eventually(() => createDataSource({ ...options, poolSize }).initialize());
  const open = () => eventually(() => poolOf(dataSource).connect());
  const connections = await Promise.all(Array.from({ length: poolSize }, open));
  for (const connection of connections) connection.release();
  return dataSource;
}
