import type { Operation } from './openapi-validator.js';

/** A request made from an example of the OpenAPI document. */
export interface ExampleRequest {
  operation: Operation;
  /** Path parameters by name. */
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: string | FormData;
}

/** Ids of existing resources, by parameter name. */
export type KnownIds = Record<string, string>;

/** Body fields that refer to an existing resource, with the parameter name of its id. */
const references: Record<string, string> = {
  datamart_id: 'datamart_id',
  data_warehouse_id: 'datawarehouse_id',
  plugin_version_id: 'version_id',
  throttling_key: 'datamart_id',
  processing_id: 'processing_id',
};

/** The same in the bodies of analyzers and their selections. */
const referencesOfAnalyzers: Record<string, string> = {
  ...references,
  version_id: 'version_id',
  visit_analyzer_model_id: 'analyzer_id',
};

/** One request per example of the body, or a single one without a body. Ids are replaced by those of existing resources. */
export function requestsOf(operation: Operation, known: KnownIds): ExampleRequest[] {
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
      ...request,
      headers: { 'content-type': type },
      body: typeof value === 'string' ? value : JSON.stringify(withReferences(value, known, namesOf(operation))),
    })),
  );
}

const namesOf = ({ path }: Operation) => (path.includes('analyzer') ? referencesOfAnalyzers : references);

function withReferences(value: unknown, known: KnownIds, names: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((element) => withReferences(element, known, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, member]) => [
      field,
      known[names[field] ?? ''] ?? (names === referencesOfAnalyzers ? withReferences(member, known, names) : member),
    ]),
  );
}

/** Path and query as sent; a parameter that is a single `%` is not encoded. */
export function targetOf({ operation, path, query }: ExampleRequest): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    path[name] === '%' ? '%' : encodeURIComponent(path[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return `/v1${filled}${search === '' ? '' : `?${search}`}`;
}
