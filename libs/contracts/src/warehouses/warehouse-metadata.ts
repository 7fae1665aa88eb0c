import { z } from 'zod';
import { BooleanText, ListQuery } from '../list-query.js';
import { Count, EpochMs } from '../values/epoch-ms.js';

/** When an element was first and last seen. `disappearance_date` is set once it is known to be gone. */
export const Dated = z.object({
  discovery_date: EpochMs.describe('First seen, epoch milliseconds.'),
  last_seen_date: EpochMs.describe('Last seen, epoch milliseconds.'),
  disappearance_date: EpochMs.optional().describe(
    'When it was found to be gone, epoch milliseconds; absent while it exists.',
  ),
});
export type Dated = z.infer<typeof Dated>;

export const Column = z.object({
  id: z.string(),
  column_name: z.string(),
  type_name: z.string().describe("The engine's name of the type."),
  index: Count.meta({ format: 'int32', description: 'Its position in the table, from 0.' }),
  nullable: z.boolean(),
  primary_key: z.boolean(),
  repeated: z.boolean().describe('True for an array.'),
  has_read_access: z.boolean().describe('False if the role of the credentials may not select it.'),
  ...Dated.shape,
});
export type Column = z.infer<typeof Column>;

export const Table = z.object({
  id: z.string(),
  name: z.string(),
  has_read_access: z.boolean(),
  columns: z.array(Column),
  ...Dated.shape,
  read_access_disappearance_date: EpochMs.optional().describe(
    'Since when it can be seen but not read, epoch milliseconds.',
  ),
});
export type Table = z.infer<typeof Table>;

export const Schema = z.object({ id: z.string(), name: z.string(), tables: z.array(Table), ...Dated.shape });
export type Schema = z.infer<typeof Schema>;

export const Database = z.object({
  data_warehouse_id: z.string(),
  id: z.string(),
  name: z.string(),
  schemas: z.array(Schema),
  ...Dated.shape,
});
export type Database = z.infer<typeof Database>;

/** The state of an asynchronous refresh. */
export const RefreshState = z.object({
  id: z.string(),
  status: z.enum(['REQUESTED', 'RUNNING', 'SUCCEEDED', 'FAILED']),
  requested_ts: EpochMs.describe('Epoch milliseconds.'),
  finished_ts: EpochMs.optional().describe('Epoch milliseconds; absent until it ends.'),
  error: z.string().optional().describe('Why it failed.'),
});
export type RefreshState = z.infer<typeof RefreshState>;

/** The metadata tree of a data warehouse. */
export const DataWarehouseInfos = z.object({
  id: z.string(),
  name: z.string(),
  refresh: RefreshState.optional().describe('The last asynchronous refresh; absent without one.'),
  databases: z.array(Database).describe('Empty before the first refresh.'),
});
export type DataWarehouseInfos = z.infer<typeof DataWarehouseInfos>;

/** A column with its table, schema, database and data warehouse. */
export const ColumnContext = z.object({
  id: z.string(),
  column_name: z.string(),
  table_id: z.string(),
  table_name: z.string(),
  schema_id: z.string(),
  schema_name: z.string(),
  database_id: z.string(),
  database_name: z.string(),
  data_warehouse_id: z.string(),
  data_warehouse_name: z.string(),
});
export type ColumnContext = z.infer<typeof ColumnContext>;

export const FetchMetadataRequest = z.object({
  fetch_only: z.boolean().default(false).describe('True: return the metadata of the engine, and store nothing.'),
});
export type FetchMetadataRequest = z.infer<typeof FetchMetadataRequest>;

export const FetchMetadataQuery = z.object({
  async: BooleanText.default(false).describe(
    'True: respond at once; `refresh` of the metadata tree shows the progress.',
  ),
});
export type FetchMetadataQuery = z.infer<typeof FetchMetadataQuery>;

export const DisappearedQuery = z.object({
  include_disappeared: BooleanText.default(false).describe('True: include elements that have disappeared.'),
});
export type DisappearedQuery = z.infer<typeof DisappearedQuery>;

export const DatabasesQuery = ListQuery.extend(DisappearedQuery.shape);
export type DatabasesQuery = z.infer<typeof DatabasesQuery>;
