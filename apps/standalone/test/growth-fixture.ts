import { afterAll, beforeAll, expect, jest } from '@jest/globals';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

// A busy machine takes many times the CPU time.
jest.setTimeout(120_000);

/** Through HTTP, the bus and PostgreSQL; the specs of the apps cover each kind of input at its parser. */
export const size = 900 * 1024;

let product: BootedStandalone;
export let dashboard: string;
export let imports: Record<string, string>;

beforeAll(async () => {
  product = await bootStandalone();
  dashboard = await create('/v1/dashboards', {
    title: 'x',
    scopes: [],
    segment_ids: [],
    builder_ids: [],
    community_id: '1',
    organisation_id: '1',
  });
  const definition = { name: 'x', document_type: 'USER_PROFILE' };
  imports = {
    'application/x-ndjson': await create(datamart('document_imports'), {
      ...definition,
      mime_type: 'APPLICATION_X_NDJSON',
    }),
    'text/csv': await create(datamart('document_imports'), { ...definition, mime_type: 'TEXT_CSV' }),
  };
}, 120_000);
afterAll(() => product.stop());

export const datamart = (rest: string) => `/v1/datamarts/1/${rest}`;
export const numbered = (length: number, name: (index: number) => string) =>
  Array.from({ length: Math.ceil(length / (name(10_000).length + 1)) }, (_, index) => name(index));

interface Answer<Data> {
  data: Data;
  total: number;
  error_code?: string;
  error?: string;
}

export async function send<Data = object>(
  method: string,
  target: string,
  body?: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${product.url}${target}`, {
    method,
    headers: { authorization: product.token, 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  return { ...(text === '' ? undefined : (JSON.parse(text) as Answer<Data>)), status: response.status };
}

async function create(target: string, body: object): Promise<string> {
  const { status, data } = await send<{ id: string }>('POST', target, JSON.stringify(body));
  expect(status).toBe(200);
  return data?.id ?? '';
}
