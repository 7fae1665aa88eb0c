// A scan process like the product's, whose Snowflake and BigQuery are local servers of a spec.
import { unavailable } from '@tributary/contracts/errors';
import { BigQueryEngine } from '@tributary/warehouse-metadata/engines/big-query.engine';
import { PostgresEngine } from '@tributary/warehouse-metadata/engines/postgres.engine';
import { SnowflakeEngine } from '@tributary/warehouse-metadata/engines/snowflake.engine';
import { serveScans } from '@tributary/warehouse-metadata/isolation/serve-scans';

const url = process.env.ENGINE_URL;

/** Authenticates without Google's token server. */
const authClient = {
  getRequestHeaders: () => Promise.resolve(new Headers({ authorization: 'Bearer a-token' })),
  request: (options) => Promise.resolve(options),
};

const engines = {
  POSTGRES: (guard) => new PostgresEngine(guard),
  SNOWFLAKE: () => new SnowflakeEngine(url),
  BIG_QUERY: () => new BigQueryEngine({ apiEndpoint: url, autoRetry: false, maxRetries: 0, authClient }),
};

/** After its first scan a process gives up by itself, if its driver still lets it: a new process takes a second to start. */
let isFirst = true;
function givenUp() {
  const ms = isFirst ? 60_000 : Number(process.env.GIVE_UP_MS ?? 300);
  isFirst = false;
  return new Promise((_, reject) => setTimeout(() => reject(unavailable(`No answer after ${ms} ms`)), ms).unref());
}

serveScans((guard) => ({
  of: (type) => ({
    scan: (credentials, signal) => Promise.race([engines[type](guard).scan(credentials, signal), givenUp()]),
    connect: (credentials, signal) => Promise.race([engines[type](guard).connect(credentials, signal), givenUp()]),
  }),
}));
