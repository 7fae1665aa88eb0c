import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BigQueryOptions } from '@google-cloud/bigquery';
import { BigQueryEngine } from '../../src/engines/big-query.engine.js';

/** Responses of the API by path and query, as in its reference. */
type Answers = Record<string, { status?: number; body: object }>;

const project = '/bigquery/v2/projects/acme/datasets';
const dataset = (datasetId: string) => ({
  datasetReference: { projectId: 'acme', datasetId },
  id: `acme:${datasetId}`,
});
const table = (tableId: string) => ({ tableReference: { projectId: 'acme', datasetId: 'sales', tableId } });
const failure = (status: number, reason: string) => ({
  status,
  body: { error: { code: status, message: `it is ${reason}`, errors: [{ reason, message: `it is ${reason}` }] } },
});
const normal: Answers = {
  [project]: { body: { datasets: [dataset('sales')], nextPageToken: 'more' } },
  [`${project}?pageToken=more`]: { body: { datasets: [dataset('empty')] } },
  [`${project}/empty/tables`]: { body: { totalItems: 0 } },
  [`${project}/sales/tables`]: { body: { tables: [table('orders')], nextPageToken: 'two' } },
  [`${project}/sales/tables?pageToken=two`]: { body: { tables: [table('secret'), table('view')] } },
  [`${project}/sales/tables/orders`]: {
    body: {
      ...table('orders'),
      schema: {
        fields: [
          { name: 'id', type: 'INTEGER', mode: 'REQUIRED' },
          { name: 'lines', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'sku', type: 'STRING' }] },
        ],
      },
      tableConstraints: { primaryKey: { columns: ['id'] } },
    },
  },
  [`${project}/sales/tables/view`]: { body: { ...table('view'), type: 'VIEW' } },
  [`${project}/sales/tables/secret`]: failure(403, 'accessDenied'),
};

let answers: Answers;
let server: Server;
let apiEndpoint: string;
const requested: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const page = searchParams.get('pageToken');
    requested.push(pathname);
    const answer = answers[page === null ? pathname : `${pathname}?pageToken=${page}`] ?? failure(404, 'notFound');
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  apiEndpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answers = normal;
});

/** Authenticates without Google's token server. */
const authClient = {
  getRequestHeaders: () => Promise.resolve(new Headers({ authorization: 'Bearer a-token' })),
  request: (options: object) => Promise.resolve(options),
} as unknown as NonNullable<BigQueryOptions['authClient']>;
const key = { type: 'service_account', project_id: 'acme', private_key: 'a key', client_email: 'reader@acme.iam' };
const engine = (difference: BigQueryOptions = { authClient }) =>
  new BigQueryEngine({ apiEndpoint, autoRetry: false, maxRetries: 0, ...difference });
const scan = (difference?: BigQueryOptions) => engine(difference).scan(key, AbortSignal.timeout(180_000));
const connect = (difference?: BigQueryOptions) => engine(difference).connect(key, AbortSignal.timeout(180_000));

describe('a scan of BigQuery', () => {
  it('finds all datasets and tables of all pages, and nested fields as columns', async () => {
    const column = { nullable: true, primary_key: false, repeated: false, has_read_access: true };
    expect(await scan()).toEqual({
      isComplete: false,
      databases: [
        {
          name: 'acme',
          schemas: [
            {
              name: 'sales',
              tables: [
                {
                  name: 'orders',
                  has_read_access: true,
                  columns: [
                    { ...column, column_name: 'id', type_name: 'INTEGER', nullable: false, primary_key: true },
                    { ...column, column_name: 'lines', type_name: 'RECORD', nullable: false, repeated: true },
                    { ...column, column_name: 'lines.sku', type_name: 'STRING' },
                  ],
                },
                { name: 'secret', has_read_access: false },
                { name: 'view', has_read_access: true, columns: [] },
              ],
            },
            { name: 'empty', tables: [] },
          ],
        },
      ],
    });
  });

  it('returns a dataset that may be listed but not read, without tables', async () => {
    answers = { ...normal, [`${project}/sales/tables`]: failure(403, 'accessDenied') };
    expect((await scan()).databases[0]?.schemas?.[0]).toEqual({ name: 'sales' });
  });

  it.each([
    ['CONSTRAINT_VIOLATION_EXCEPTION', 'for a project that does not exist or is not accessible', 404, 'notFound'],
    ['CONSTRAINT_VIOLATION_EXCEPTION', 'for a key without rights', 403, 'accessDenied'],
    ['SERVICE_UNAVAILABLE', 'after too many requests', 403, 'rateLimitExceeded'],
    ['SERVICE_UNAVAILABLE', 'while the service is down', 503, 'backendError'],
  ])('rejects with %s %s', async (code, _case, status, reason) => {
    answers = { [project]: failure(status, reason) };
    for (const work of [scan, connect]) await expect(work()).rejects.toMatchObject({ code });
  });

  it('fails as a whole if one request fails', async () => {
    answers = { ...normal, [`${project}/sales/tables?pageToken=two`]: failure(500, 'internalError') };
    await expect(scan()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('rejects a malformed private key before the first request', async () => {
    requested.length = 0;
    for (const work of [scan, connect])
      await expect(work({})).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION_EXCEPTION' });
    expect(requested).toEqual([]);
  });

  it('signs in with one request', async () => {
    requested.length = 0;
    await connect();
    expect(requested).toHaveLength(1);
  });
});
