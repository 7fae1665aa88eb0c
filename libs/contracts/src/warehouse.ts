import { z } from 'zod';
import { IntegerId } from './integer-id.js';
import { ListQuery } from './list-query.js';
import { Name } from './name.js';
import { TenantId } from './tenant-id.js';

export const EngineType = z.enum(['BIG_QUERY', 'POSTGRES', 'SNOWFLAKE']);
export type EngineType = z.infer<typeof EngineType>;

/** An optional field that a client may also send as null. */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)
  .optional();

/** What a client writes of a data warehouse; the organisation is fixed when it is created. */
export const DataWarehouseInput = z.object({
  name: Name,
  description: z.string(),
  location: optionalText,
  engine_type: EngineType,
});
export type DataWarehouseInput = z.infer<typeof DataWarehouseInput>;

/** Body of the creation: the organisation may stand here, in the query, or be the caller's own. */
export const NewDataWarehouse = DataWarehouseInput.extend({
  organisation_id: TenantId.nullish()
    .transform((id) => id ?? undefined)
    .optional(),
});
export type NewDataWarehouse = z.infer<typeof NewDataWarehouse>;

export const DataWarehousesQuery = ListQuery.extend({
  organisation_id: IntegerId.describe('Whose data warehouses are listed.'),
});
export type DataWarehousesQuery = z.infer<typeof DataWarehousesQuery>;

export const NewDataWarehouseQuery = z.object({
  organisation_id: IntegerId.optional().describe('Whose it becomes; may stand in the body instead.'),
});
export type NewDataWarehouseQuery = z.infer<typeof NewDataWarehouseQuery>;

export interface DataWarehouse extends DataWarehouseInput {
  id: string;
  organisation_id: string;
}

/** What a client writes of the link between a datamart and a data warehouse. */
export const DatamartConfigInput = z.object({
  datamart_id: z.string(),
  data_warehouse_id: z.string(),
  working_schema_name: optionalText,
});
export type DatamartConfigInput = z.infer<typeof DatamartConfigInput>;

export interface DatamartConfig extends DatamartConfigInput {
  id: string;
  created_ts: number;
  last_modified_ts: number;
}

/** All that is ever told of a warehouse's credentials. */
export interface CredentialsState {
  configured: boolean;
  last_modified_ts?: number;
}
