import type { BigQuery, BigQueryOptions } from '@google-cloud/bigquery';
import { ApiError } from '@tributary/contracts/errors';
import { BigQueryCredentials } from '@tributary/contracts/warehouses/warehouse-credentials';
import { z } from 'zod';
import { refused, unreachable } from './engine-errors.js';
import type { Engine, Scan, SeenColumn, SeenSchema, SeenTable } from './engine.js';
import { orAborted } from './or-aborted.js';
import { flattenFields, Field } from './flatten-fields.js';

/** Concurrent requests for tables: the API returns one table per request. */
const concurrency = 16;

const TableMetadata = z.object({
  schema: z.object({ fields: z.array(Field).default([]) }).optional(),
  tableConstraints: z
    .object({ primaryKey: z.object({ columns: z.array(z.string()).default([]) }).optional() })
    .optional(),
});

/** BigQuery: the datasets of the key's project, with their tables. Uses the listing API, which needs no query. */
export class BigQueryEngine implements Engine {
  /** @param options of the client, in specs: the endpoint of the API, and the authentication */
  constructor(private readonly options: BigQueryOptions = {}) {}

  async scan(document: unknown, signal: AbortSignal): Promise<Scan> {
    const { project_id } = BigQueryCredentials.parse(document);
    try {
      const client = await this.client(document);
      const [datasets] = await client.getDatasets();
      const schemas: SeenSchema[] = [];
      for (const { id } of datasets) if (id !== undefined) schemas.push(await scanDataset(client, id, signal));
      // Not complete: an earlier key may have listed another project.
      return { databases: [{ name: project_id, schemas }], isComplete: false };
    } catch (error) {
      throw asApiError(error);
    }
  }

  async connect(document: unknown, signal: AbortSignal): Promise<void> {
    try {
      const client = await this.client(document);
      await orAborted(signal, client.getDatasets({ maxResults: 1, autoPaginate: false }));
    } catch (error) {
      throw asApiError(error);
    }
  }

  private async client(document: unknown): Promise<BigQuery> {
    const { project_id: projectId, client_email, private_key } = BigQueryCredentials.parse(document);
    const { BigQuery } = await import('@google-cloud/bigquery');
    // Only these fields: others in a key file (such as token_uri) would let its author choose where requests go.
    return new BigQuery({ projectId, credentials: { client_email, private_key }, ...this.options });
  }
}

async function scanDataset(client: BigQuery, name: string, signal: AbortSignal): Promise<SeenSchema> {
  const listed = await client
    .dataset(name)
    .getTables()
    .catch((error: unknown) => ignoreInaccessible(error));
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

/** A table that may be listed but not read exists without read access. */
async function scanTable(client: BigQuery, dataset: string, name: string): Promise<SeenTable> {
  const answer = await client
    .dataset(dataset)
    .table(name)
    .getMetadata()
    .catch((error: unknown) => ignoreInaccessible(error));
  if (!answer) return { name, has_read_access: false };
  const { schema, tableConstraints } = TableMetadata.parse(answer[0]);
  const columns: SeenColumn[] = flattenFields(schema?.fields ?? [], tableConstraints?.primaryKey?.columns ?? []);
  return { name, has_read_access: true, columns };
}

/** Ignores a table or dataset that is forbidden, or was dropped after it was listed. The next refresh shows which. */
function ignoreInaccessible(error: unknown): undefined {
  if (![403, 404].includes(statusOf(error)) || isQuota(error)) throw error;
}

const statusOf = (error: unknown) => Number((error as { code?: unknown }).code);

/** BigQuery answers 403 for an exceeded quota too. */
const isQuota = (error: unknown) => /rateLimitExceeded|quotaExceeded|rate limit|quota/i.test(JSON.stringify(error));

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const text = isQuota(error) ? undefined : refusals.get(statusOf(error));
  if (text !== undefined) return refused(`BigQuery refuses: ${text}`, error);
  // The library has no codes for a malformed key, or for one that Google does not know.
  const { message } = error as Error;
  if (/invalid_grant|invalid_client/i.test(message))
    return refused('BigQuery refuses: Google does not know the key; it was deleted, or its service account was', error);
  if (/DECODER|PEM|asn1|private key/i.test(message))
    return refused('BigQuery refuses: private_key is not a private key in PEM', error);
  return unreachable(error);
}

/** By the status of an answer. */
const refusals: ReadonlyMap<number, string> = new Map([
  [400, 'the request is not valid: check project_id'],
  [401, 'the key is not valid'],
  [403, 'the service account may not list the datasets of the project, or the BigQuery API is disabled there'],
  [404, 'the project does not exist'],
]);
