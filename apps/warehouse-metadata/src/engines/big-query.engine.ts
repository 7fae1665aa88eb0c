import type { BigQuery, BigQueryOptions } from '@google-cloud/bigquery';
import { ApiError } from '@tributary/contracts/errors';
import { BigQueryCredentials } from '@tributary/contracts/warehouse-credentials';
import { z } from 'zod';
import type { Engine, Scan, SeenColumn, SeenSchema, SeenTable } from './engine.js';
import { refused, unreachable } from './engine-errors.js';
import { flattenFields, Field } from './flatten-fields.js';

/** Requests for tables at once: the API answers one table per request. */
const concurrency = 16;

const TableMetadata = z.object({
  schema: z.object({ fields: z.array(Field).default([]) }).optional(),
  tableConstraints: z
    .object({ primaryKey: z.object({ columns: z.array(z.string()).default([]) }).optional() })
    .optional(),
});

/** BigQuery: the datasets of the key's project and what is in them, by the API that lists and needs no query. */
export class BigQueryEngine implements Engine {
  /** @param options of the client, for specs: where the API is, and how to prove who asks */
  constructor(private readonly options: BigQueryOptions = {}) {}

  async scan(document: unknown, signal: AbortSignal): Promise<Scan> {
    const { project_id, client_email, private_key } = BigQueryCredentials.parse(document);
    const { BigQuery } = await import('@google-cloud/bigquery');
    // Only these: what else a key file holds would let its author choose where our requests go.
    const client = new BigQuery({ projectId: project_id, credentials: { client_email, private_key }, ...this.options });
    try {
      const [datasets] = await client.getDatasets();
      const schemas: SeenSchema[] = [];
      for (const { id } of datasets) if (id !== undefined) schemas.push(await scanDataset(client, id, signal));
      // Another key may have shown another project.
      return { databases: [{ name: project_id, schemas }], isComplete: false };
    } catch (error) {
      throw asApiError(error);
    }
  }
}

async function scanDataset(client: BigQuery, name: string, signal: AbortSignal): Promise<SeenSchema> {
  const listed = await client
    .dataset(name)
    .getTables()
    .catch((error: unknown) => orNothing(error));
  if (!listed) return { name };
  const ids = listed[0].flatMap(({ id }) => id ?? []);
  const tables: SeenTable[] = [];
  for (let first = 0; first < ids.length; first += concurrency) {
    signal.throwIfAborted();
    const chunk = ids.slice(first, first + concurrency);
    tables.push(...(await Promise.all(chunk.map((id) => scanTable(client, name, id)))));
  }
  return { name, tables };
}

/** A table that may be listed and not be looked at is there, and cannot be read. */
async function scanTable(client: BigQuery, dataset: string, name: string): Promise<SeenTable> {
  const answer = await client
    .dataset(dataset)
    .table(name)
    .getMetadata()
    .catch((error: unknown) => orNothing(error));
  if (!answer) return { name, has_read_access: false };
  const { schema, tableConstraints } = TableMetadata.parse(answer[0]);
  const columns: SeenColumn[] = flattenFields(schema?.fields ?? [], tableConstraints?.primaryKey?.columns ?? []);
  return { name, has_read_access: true, columns };
}

/** Forbidden, or dropped since it was listed: the next refresh will tell which. */
function orNothing(error: unknown): undefined {
  if (![403, 404].includes(statusOf(error)) || isQuota(error)) throw error;
}

const statusOf = (error: unknown) => Number((error as { code?: unknown }).code);

/** Also answered with 403. */
const isQuota = (error: unknown) => /rateLimitExceeded|quotaExceeded|rate limit|quota/i.test(JSON.stringify(error));

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { message } = error as Error;
  const status = statusOf(error);
  const isRefusal = [400, 401, 403, 404].includes(status) && !isQuota(error);
  // The library has no codes for a key that is none, or that Google does not know.
  if (isRefusal || /invalid_grant|invalid_client|DECODER|PEM|asn1|private key/i.test(message))
    return refused(`BigQuery refuses: ${message}`, error);
  return unreachable(error);
}
