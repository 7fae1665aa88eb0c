import fc from 'fast-check';
import { routes } from '@tributary/gateway/routes';

/** A request as sent. The target and the headers may have any value that HTTP can transport. */
export interface MutatedRequest {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const someId = fc.constantFrom('1', '2', '0', '-1', '01', '999999999999', '9'.repeat(30), '1.5', '1e3', 'NaN');
const someText = fc.constantFrom(
  'abc',
  '',
  ' ',
  '%20',
  '%00',
  '%2F',
  '%2e%2e',
  '..',
  '%E0%A4',
  '%',
  '%zz',
  '%ED%A0%80',
  '☕',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'a,b',
  'a=b',
  "';--",
  '${x}',
  '<script>',
  'x'.repeat(300),
  'x'.repeat(20_000),
  'compartment_id=1,user_account_id=u',
  'email_hash=abc',
  'user_agent_id=a',
  'user_point_id=1',
  'processing_id=7',
  'technical_name=provider',
  'technical_name=',
  '0191f7a0-0000-7000-8000-00000000000a',
  'compartment_id=default',
  'user_account_id=u',
  'compartment_id=1%2Fuser_account_id=u',
  'compartmentId%3D1',
  'default',
);
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

const fieldName = fc.constantFrom(
  'name',
  'description',
  'organisation_id',
  'location',
  'engine_type',
  'datamart_id',
  'data_warehouse_id',
  'id',
  'working_schema_name',
  'fetch_only',
  '$ts',
  '$type',
  '$session_status',
  '$user_identifiers',
  '$user_agent_id',
  '$user_account_id',
  '$compartment_id',
  '$email_hash',
  '$events',
  '$event_name',
  '$properties',
  '$choice_ts',
  '$choice_acceptance_value',
  '$processing_id',
  'processing_id',
  '$unique_key',
  'document_type',
  'mime_type',
  'encoding',
  'priority',
  'action',
  'scheme',
  'key_id',
  'title',
  'scopes',
  'segment_ids',
  'builder_ids',
  'archived',
  'community_id',
  'email',
  'first_name',
  'last_name',
  'role',
  'time_zone',
  'technical_name',
  'sections',
  'available_filters',
  'metrics',
  'expression',
  'dimensions',
  'date_ranges',
  'start_date',
  'end_date',
  'dimension_filter_clauses',
  'filters',
  'operator',
  'expressions',
  'dimension_name',
  'order_by',
  'field_name',
  'scope',
  'plugin_version_id',
  'max_qps',
  'plugin_endpoint',
  'throttling_key',
  'timeout_ms',
  'max_concurrency',
  'plugin_type',
  'group_id',
  'artifact_id',
  'version_id',
  'plugin_properties',
  'property_type',
  'origin',
  'writable',
  'secret',
  'value',
  'url',
  'rotate',
  'error_recovery_strategy',
  'version_value',
  'visit_analyzer_plugin_id',
  'visit_analyzer_model_id',
  'execution_order',
  'selections',
  'domain',
  'enable_analytics',
  'purpose',
  'legal_basis',
  'short_description',
  'default_ttl',
  'paused',
  'expiration_duration',
  'expiration_ts',
  'data_bag',
  'chart_id',
  'compartment_id',
  'identifiers',
  'user_agent_id',
  'user_account_id',
  'hash',
  'cards',
  'charts',
  'host',
  'port',
  'user',
  'password',
  'account',
  'toString',
);
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    '1',
    'x',
    '',
    'POSTGRES',
    'USER_AGENT',
    'SITE_VISIT',
    'READER',
    'HMAC_SHA256',
    'USER_LIST',
    'STRING',
    'DROP',
    'https://plugin.example.com',
    'users',
    'type',
  ),
  fc.constantFrom<unknown>(
    'GLOBAL',
    'CONSENT',
    'DATAMART',
    'EXACT',
    'AND',
    'CANCEL',
    'utf-8',
    'now-1d/d',
    '2026-01-01T00:00:00',
  ),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    1e308,
    2 ** 63,
    1_700_000_000_000,
    'a\u0000b',
    '\ud800',
    '☕',
  ),
  fc.string(),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fieldName, tie('value'), { maxKeys: 6 }),
  ),
}));
const aDocument = fc.dictionary(fieldName, anyValue, { maxKeys: 14 });
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
