import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';

const sources = new WeakMap<object, DataSource>();

/** `transaction` and `query` have taken this client from the pool of this data source. */
export const noteDataSource = (client: ClientBase, dataSource: DataSource): void =>
  void sources.set(client, dataSource);

/** The data source of a client of `transaction` or `query`; undefined for any other. */
export const dataSourceOf = (client: object): DataSource | undefined => sources.get(client);
