import { z } from 'zod';
import { ListQuery } from './list-query.js';

/** When an element was first and last seen, in epoch milliseconds; `disappearance_date` only once it is known to be gone. */
export interface Dated {
  discovery_date: number;
  last_seen_date: number;
  disappearance_date?: number;
}

export interface Database extends Dated {
  data_warehouse_id: string;
  id: string;
  name: string;
  schemas: Schema[];
}

export interface Schema extends Dated {
  id: string;
  name: string;
  tables: Table[];
}

export interface Table extends Dated {
  id: string;
  name: string;
  has_read_access: boolean;
  read_access_disappearance_date?: number;
  columns: Column[];
}

export interface Column extends Dated {
  id: string;
  column_name: string;
  type_name: string;
  /** From 0. */
  index: number;
  nullable: boolean;
  primary_key: boolean;
  repeated: boolean;
}

/** How far a refresh is that nobody waits for. */
export interface RefreshState {
  id: string;
  status: 'REQUESTED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED';
  requested_ts: number;
  finished_ts?: number;
  error?: string;
}

/** The metadata tree of a data warehouse. */
export interface DataWarehouseInfos {
  id: string;
  name: string;
  /** Of the last asynchronous refresh; absent without one. */
  refresh?: RefreshState;
  databases: Database[];
}

export interface ColumnContext {
  id: string;
  column_name: string;
  table_id: string;
  table_name: string;
  schema_id: string;
  schema_name: string;
  database_id: string;
  database_name: string;
  data_warehouse_id: string;
  data_warehouse_name: string;
}

export const FetchMetadataRequest = z.object({
  /** True: answer what the engine says and store nothing. */
  fetch_only: z.boolean().default(false),
});
export type FetchMetadataRequest = z.infer<typeof FetchMetadataRequest>;

const choice = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

export const FetchMetadataQuery = z.object({ async: choice });
export type FetchMetadataQuery = z.infer<typeof FetchMetadataQuery>;

export const DisappearedQuery = z.object({ include_disappeared: choice });
export type DisappearedQuery = z.infer<typeof DisappearedQuery>;

export const DatabasesQuery = ListQuery.extend(DisappearedQuery.shape);
export type DatabasesQuery = z.infer<typeof DatabasesQuery>;
