import type { Operation } from './described-api.js';

/** A request made of what the document says. */
export interface DescribedRequest {
  operation: Operation;
  /** By the names of the document. */
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: string | FormData;
}

/** Ids of what is there, by the parameter that names them. */
export type Known = Record<string, string>;

/** Fields of bodies that name something made before, by its parameter. */
const references: Record<string, string> = {
  datamart_id: 'datamart_id',
  data_warehouse_id: 'datawarehouse_id',
  plugin_version_id: 'version_id',
  throttling_key: 'datamart_id',
};

/** One request per example of the body, or the one there is without; ids of examples become those of what is there. */
export function requestsOf(operation: Operation, known: Known): DescribedRequest[] {
  const { parameters = [], requestBody } = operation;
  const path: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const { in: place, name, required, schema } of parameters) {
    if (place === 'path') path[name] = known[name] ?? String(schema.example);
    if (place === 'query' && required) query[name] = known[`?${name}`] ?? String(schema.example);
  }
  const request = { operation, path, query, headers: {} };
  if (!requestBody) return [request];
  return Object.entries(requestBody.content).flatMap(([type, { examples = {} }]) =>
    Object.values(examples).map(({ value }) => ({
      ...{ ...request, headers: { 'content-type': type } },
      body: typeof value === 'string' ? value : JSON.stringify(withReferences(value as object, known)),
    })),
  );
}

const withReferences = (body: object, known: Known) =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, known[references[field] ?? ''] ?? (value as unknown)]),
  );

/** Path and query as they are sent; a `%` alone stays what it is. */
export function targetOf({ operation, path, query }: DescribedRequest): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    path[name] === '%' ? '%' : encodeURIComponent(path[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return `/v1${filled}${search === '' ? '' : `?${search}`}`;
}
