import type { ExampleRequest } from './example-requests.js';

/** Changes a request so that it is refused with a code; undefined if that needs a specific request. */
type MakeFaulty = (request: ExampleRequest) => ExampleRequest | undefined;

const unknownId = '999999999';
const unknownUserPoint = '0191f7a0-0000-7000-8000-00000000000f';
const tenants = ['datamart_id', 'organisation_id', 'community_id'];

const withHeaders = (request: ExampleRequest, headers: Record<string, string>) => ({
  ...request,
  headers: { ...request.headers, ...headers },
});
const withPath = (request: ExampleRequest, name: string, value: string) => ({
  ...request,
  path: { ...request.path, [name]: value },
});
const isSigned = ({ operation }: ExampleRequest) => operation.security?.some((one) => 'SignatureMac' in one) === true;

/** An invalid query; undefined if the operation accepts any query. */
function badQuery({ operation, query }: ExampleRequest): Record<string, string> | undefined {
  const [parameter] = (operation.parameters ?? []).filter(
    ({ in: place, schema, name }) =>
      place === 'query' && (schema.type !== 'string' || schema.enum !== undefined || name === 'uri'),
  );
  if (!parameter) return undefined;
  const { [parameter.name]: _given, ...rest } = query;
  return parameter.name === 'uri' ? rest : { ...rest, [parameter.name]: 'x' };
}

/** By error code, for every operation that documents it and has no specific refusal. */
export const refusals: Record<string, MakeFaulty> = {
  AUTHENTICATION_ERROR: (request) => withHeaders(request, { authorization: '' }),
  TOKEN_ERROR: (request) => withHeaders(request, { authorization: 'a-token-that-does-not-exist-xxxxxxxxxxxx' }),
  MAC_ERROR: (request) => withHeaders(request, { authorization: '', 'x-svc-mac': 'x' }),
  AUTHORIZATION_ERROR: (request) =>
    isSigned(request)
      ? withPath(request, 'datamart_id', unknownId)
      : withHeaders(request, { authorization: '', 'x-svc-mac': 'x' }),
  BAD_REQUEST_FORMAT: (request) => {
    if (request.headers['content-type'] === 'application/json') return { ...request, body: '{' };
    // Files may be of any type, but not empty.
    if (request.headers['content-type'] === 'application/octet-stream') return { ...request, body: '' };
    if (request.body !== undefined) return withHeaders(request, { 'content-type': 'application/json' });
    const [parameter] = Object.keys(request.path);
    return parameter === undefined
      ? withHeaders(request, { 'x-long': 'x'.repeat(40_000) })
      : withPath(request, parameter, '%');
  },
  BAD_REQUEST_DATA: (request) => {
    const tenant = [...tenants, 'user_id'].find((name) => name in request.path);
    if (tenant !== undefined) return withPath(request, tenant, 'abc');
    const query = badQuery(request);
    if (query) return { ...request, query };
    const hasPurpose = request.operation.parameters?.some(({ name }) => name === 'X-Purpose');
    return hasPurpose ? withHeaders(request, { 'x-purpose': '' }) : { ...request, body: '[]' };
  },
  RESOURCE_NOT_FOUND: (request) => {
    if ('user_point_selector' in request.path) {
      const unknownIds = {
        user_point_selector: unknownUserPoint,
        ...('user_account_id' in request.path && { user_account_id: unknownUserPoint }),
      };
      return { ...request, path: { ...request.path, ...unknownIds } };
    }
    if ('uri' in request.query) return { ...request, query: { uri: 'x' } };
    // An unknown property of an analyzer is no valid one.
    if ('analyzer_id' in request.path) return withPath(request, 'analyzer_id', unknownId);
    const name = Object.keys(request.path)
      .filter((parameter) => !tenants.includes(parameter))
      .at(-1);
    return name === undefined ? undefined : withPath(request, name, unknownId);
  },
};
