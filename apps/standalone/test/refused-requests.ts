import type { DescribedRequest } from './described-requests.js';

/** How a request is spoilt so that it is refused with a code; undefined where that needs something of its own. */
export type Spoil = (request: DescribedRequest) => DescribedRequest | undefined;

const nothing = '999999999';
const nobody = '0191f7a0-0000-7000-8000-00000000000f';
const tenants = ['datamart_id', 'organisation_id', 'community_id'];

const withHeaders = (request: DescribedRequest, headers: Record<string, string>) => ({
  ...{ ...request, headers: { ...request.headers, ...headers } },
});
const withPath = (request: DescribedRequest, name: string, value: string) => ({
  ...{ ...request, path: { ...request.path, [name]: value } },
});
const isSigned = ({ operation }: DescribedRequest) => operation.security !== undefined;

/** Something that no query takes; undefined where it takes anything. */
function badQuery({ operation, query }: DescribedRequest): Record<string, string> | undefined {
  const [parameter] = (operation.parameters ?? []).filter(
    ({ in: place, schema, name }) => place === 'query' && (schema.type !== 'string' || name === 'uri'),
  );
  if (!parameter) return undefined;
  const { [parameter.name]: _given, ...rest } = query;
  return parameter.name === 'uri' ? rest : { ...rest, [parameter.name]: 'x' };
}

/** By code, for every operation that names it and has no refusal of its own. */
export const refusals: Record<string, Spoil> = {
  AUTHENTICATION_ERROR: (request) => withHeaders(request, { authorization: '' }),
  TOKEN_ERROR: (request) => withHeaders(request, { authorization: 'a-token-of-nobody-xxxxxxxxxxxxxxxxxxxxxx' }),
  MAC_ERROR: (request) => withHeaders(request, { authorization: '', 'x-svc-mac': 'x' }),
  AUTHORIZATION_ERROR: (request) =>
    isSigned(request)
      ? withPath(request, 'datamart_id', nothing)
      : withHeaders(request, { authorization: '', 'x-svc-mac': 'x' }),
  BAD_REQUEST_FORMAT: (request) => {
    if (request.headers['content-type'] === 'application/json') return { ...request, body: '{' };
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
    return query ? { ...request, query } : { ...request, body: '[]' };
  },
  RESOURCE_NOT_FOUND: (request) => {
    if ('user_point_selector' in request.path) {
      const ofNobody = {
        user_point_selector: nobody,
        ...('user_account_id' in request.path && { user_account_id: nobody }),
      };
      return { ...request, path: { ...request.path, ...ofNobody } };
    }
    if ('uri' in request.query) return { ...request, query: { uri: 'x' } };
    const name = Object.keys(request.path)
      .filter((parameter) => !tenants.includes(parameter))
      .at(-1);
    return name === undefined ? undefined : withPath(request, name, nothing);
  },
};
