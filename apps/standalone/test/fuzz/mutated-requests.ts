import fc from 'fast-check';
import { routes } from '@tributary/gateway/routes';
import { someId, someText, anyValue, aDocument } from './mutated-documents.js';

/** A request as sent. The target and the headers may have any value that HTTP can transport. */
export interface MutatedRequest {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const segment = fc.oneof({ weight: 3, arbitrary: someId }, { weight: 2, arbitrary: someText });

/** A path of the product with parameters that mostly pass the gateway's authorization. */
const target = fc.constantFrom(...routes).chain(({ path }) => {
  const parts = path.split('/').map((part) => {
    if (!part.startsWith(':')) return fc.constant(part);
    if (/^:(datamart|organisation|community|user)_id$/.test(part))
      return fc.oneof({ weight: 8, arbitrary: fc.constant('1') }, { weight: 1, arbitrary: segment });
    return segment;
  });
  return fc.tuple(...parts).map((filled) => filled.join('/'));
});
const malformedTarget = fc.constantFrom(
  '/',
  '//',
  '/v1',
  '/v1/',
  '/v2/users',
  '/V1/users',
  '/v1/../metrics',
  '/internal/access',
  '/v1//users',
  '/v1/users/',
  '/v1/nothing',
  '/health/live?x',
  '/v1/users;x',
  '/%76%31/users',
  `/v1/${'x'.repeat(30_000)}`,
  '*',
  '/v1/users#x',
);

const queryName = fc.constantFrom(
  'organisation_id',
  'datamart_id',
  'community_id',
  'first_result',
  'max_results',
  'archived',
  'keywords',
  'version',
  'include_disappeared',
  'force_replace',
  'merge_objects',
  'update_strategy',
  'uri',
  'processing_id',
  'default',
  'technical_name',
  'processing_pipeline',
  '__proto__',
  '',
);
const queryValue = fc.oneof(
  segment,
  fc.constantFrom('true', 'false', '1&', '500', '501', '50', 'PARTIAL_UPDATE', '[]'),
);
const query = fc
  .array(fc.tuple(queryName, queryValue), { maxLength: 3 })
  .map((pairs) => (pairs.length > 0 ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''));

const body: fc.Arbitrary<Buffer | undefined> = fc.oneof(
  { weight: 10, arbitrary: aDocument.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 2, arbitrary: anyValue.map((value) => Buffer.from(JSON.stringify(value))) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', '{', '[]', 'null', '"x"', '{"a":1}x', '\ufeff{}').map((text) => Buffer.from(text)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constantFrom(33, 5_000, 300_000).map((depth) => Buffer.from('['.repeat(depth))) },
  { weight: 1, arbitrary: fc.constant(Buffer.from(`{"name":"${'x'.repeat(1_100_000)}"}`)) },
  { weight: 2, arbitrary: fc.constant(undefined) },
);
const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant<string | undefined>('application/json') },
  {
    weight: 3,
    arbitrary: fc.constantFrom<string | undefined>(
      'application/json; charset=utf-8',
      'application/json; charset=latin1',
      'text/plain',
      'text/csv',
      'x',
      '/',
      ';',
      'application/x-ndjson',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      undefined,
      'APPLICATION/JSON',
    ),
  },
);
const method = fc.constantFrom(
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
);
const malformedHeaders = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { authorization: '' },
      { authorization: 'x'.repeat(40) },
      { authorization: 'Bearer' },
      { authorization: 'Basic' },
      { authorization: 'Basic dy0xOnRvay0x' },
      { authorization: 'Basic ===' },
      { authorization: 'é' },
      { authorization: '', 'x-svc-mac': 'x' },
      { 'x-svc-mac': 'x' },
      { 'idempotency-key': 'x'.repeat(300) },
      { authorization: '', 'x-svc-mac': 'x', 'x-svc-key-id': 'k', 'x-svc-ts': String(Date.now()) },
      { 'if-match': '*' },
      { 'if-match': '"x"' },
      { 'if-none-match': 'W/"x"' },
      { accept: 'text/html' },
      { 'content-encoding': 'gzip' },
      { range: 'bytes=0-' },
      { expect: '100-continue' },
      { te: 'trailers' },
      { 'x-tributary-caller': 'e30.x' },
      { 'x-request-id': 'forged' },
      { 'x-http-method-override': 'DELETE' },
      { 'accept-version': '2.0.0' },
      { origin: 'http://evil' },
      { 'x-long': 'x'.repeat(40_000) },
    ),
  },
);

const route = fc.constantFrom(...routes);

/** Requests to all routes, most of them with one or two faults. */
export const mutatedRequest = (token: string): fc.Arbitrary<MutatedRequest> =>
  fc
    .record({
      path: fc.oneof({ weight: 30, arbitrary: target }, { weight: 1, arbitrary: malformedTarget }),
      query,
      body,
      contentType,
      malformedHeaders,
      route,
      malformedMethod: fc.option(method, { freq: 12 }),
    })
    .map(({ path, query, body, contentType, malformedHeaders, malformedMethod, route }) => ({
      method: malformedMethod ?? methodFor(path, route.method),
      target: path + query,
      headers: {
        authorization: token,
        ...(body !== undefined && contentType !== undefined ? { 'content-type': contentType } : {}),
        ...malformedHeaders,
      },
      body,
    }));

/** A method that the path supports, or the fallback for an unknown path. */
function methodFor(path: string, fallback: string): string {
  const known = routes.filter((route) => matches(route.path, path)).map((route) => route.method);
  return known[path.length % Math.max(known.length, 1)] ?? fallback;
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}
