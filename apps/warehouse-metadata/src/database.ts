import { DatamartConfigEntity } from './configs/datamart-config.entity.js';
import { Warehouses1763800000001 } from './migrations/1-warehouses.js';
import { ColumnGrants1795800000004 } from './migrations/2-column-grants.js';
import { AuditedWrites1796600000003 } from './migrations/3-audited-writes.js';
import { CredentialsEntity } from './warehouses/credentials.entity.js';
import { WarehouseEntity } from './warehouses/warehouse.entity.js';

export const warehouseDatabase = {
  app: 'warehouse-metadata',
  entities: [WarehouseEntity, CredentialsEntity, DatamartConfigEntity],
  migrations: [Warehouses1763800000001, ColumnGrants1795800000004, AuditedWrites1796600000003],
};
