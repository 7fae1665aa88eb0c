import type { DataWarehouse } from '@tributary/client/generated/types.gen';

export type Engine = DataWarehouse['engine_type'];

export const engines: Readonly<Record<Engine, { label: string; needs: string }>> = {
  POSTGRES: {
    label: 'PostgreSQL',
    needs: 'Version 10 or later. The account needs CONNECT to see the metadata, and SELECT on the tables it may read.',
  },
  SNOWFLAKE: {
    label: 'Snowflake',
    needs: 'The account needs USAGE on a warehouse, and on all that it shall see. Give a private key or a password.',
  },
  BIG_QUERY: {
    label: 'BigQuery',
    needs: 'The service account needs the role BigQuery Metadata Viewer on the project.',
  },
};

export const engineNames = Object.keys(engines) as Engine[];
