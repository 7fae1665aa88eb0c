import { z } from 'zod';
import { EpochMs } from '../values/epoch-ms.js';
import { IntegerId, TenantId } from '../values/integer-id.js';
import { ListQuery } from '../list-query.js';
import { Name } from '../values/name.js';
import { nullAsAbsent } from '../values/null-as-absent.js';

export const EngineType = z.enum(['BIG_QUERY', 'POSTGRES', 'SNOWFLAKE']);
export type EngineType = z.infer<typeof EngineType>;

/** An optional field that a client may also send as null. */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)
  .optional();

/** The fields of a data warehouse that a client can change; its organisation is fixed at its creation. */
export const DataWarehouseInput = z.object({
  name: Name,
  description: z.string(),
  location: optionalText.describe('Informative only.'),
  engine_type: EngineType,
});
export type DataWarehouseInput = z.infer<typeof DataWarehouseInput>;

/** Body of the creation. The organisation may be here or in the query. Default: the caller's own. */
export const NewDataWarehouse = DataWarehouseInput.extend({
  organisation_id: TenantId.nullish()
    .transform((id) => id ?? undefined)
    .optional(),
});
export type NewDataWarehouse = z.infer<typeof NewDataWarehouse>;

export const DataWarehousesQuery = ListQuery.extend({
  organisation_id: IntegerId.describe('The organisation of the data warehouses.'),
});
export type DataWarehousesQuery = z.infer<typeof DataWarehousesQuery>;

export const NewDataWarehouseQuery = z.object({
  organisation_id: IntegerId.optional().describe('The organisation of the data warehouse; may be in the body instead.'),
});
export type NewDataWarehouseQuery = z.infer<typeof NewDataWarehouseQuery>;

/** An external data warehouse. */
export const DataWarehouse = z.object({
  id: z.string(),
  organisation_id: z.string(),
  name: z.string(),
  description: z.string(),
  location: z.string().optional(),
  engine_type: EngineType,
});
export type DataWarehouse = z.infer<typeof DataWarehouse>;

/** The fields that a client writes of the link between a datamart and a data warehouse. */
export const DatamartConfigInput = z.object({
  datamart_id: nullAsAbsent(z.string()).describe('That of the path, or absent.'),
  data_warehouse_id: nullAsAbsent(z.string()).describe('That of the path, or absent.'),
  working_schema_name: optionalText.describe('The schema of the warehouse that the platform may write to.'),
});
export type DatamartConfigInput = z.infer<typeof DatamartConfigInput>;

/** The link between a datamart and a data warehouse. */
export const DatamartConfig = z.object({
  id: z.string(),
  datamart_id: z.string(),
  data_warehouse_id: z.string(),
  working_schema_name: z.string().optional(),
  created_ts: EpochMs.describe('Epoch milliseconds.'),
  last_modified_ts: EpochMs.describe('Epoch milliseconds.'),
});
export type DatamartConfig = z.infer<typeof DatamartConfig>;

/** All that the API ever returns about the credentials of a warehouse. */
export const CredentialsState = z.object({
  configured: z.boolean(),
  last_modified_ts: EpochMs.optional().describe('Epoch milliseconds; absent without credentials.'),
});
export type CredentialsState = z.infer<typeof CredentialsState>;

/** The engine lets the credentials in. An error says why it does not. */
export const CredentialsTest = z.object({ accepted: z.literal(true) });
export type CredentialsTest = z.infer<typeof CredentialsTest>;
