import type { EngineType } from '@tributary/contracts/warehouses/warehouse';
import type { AddressGuard } from '@tributary/security/addresses/address-guard';
import { BigQueryEngine } from './big-query.engine.js';
import { Engines, type Engine } from './engine.js';
import { PostgresEngine } from './postgres.engine.js';
import { SnowflakeEngine } from './snowflake.engine.js';

/** The real engines. Only PostgreSQL needs the guard: the others connect only to hosts of their vendors. */
export class RealEngines extends Engines {
  private readonly byType: Record<EngineType, Engine>;

  constructor(guard: AddressGuard) {
    super();
    this.byType = {
      POSTGRES: new PostgresEngine(guard),
      SNOWFLAKE: new SnowflakeEngine(),
      BIG_QUERY: new BigQueryEngine(),
    };
  }

  of(type: EngineType): Engine {
    return this.byType[type];
  }
}
