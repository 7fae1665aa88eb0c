import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { routes } from '../routes.js';
import { byStatus, errorsOf } from './errors-of.js';
import { json, type Operation } from '@tributary/contracts/endpoints/operation';

/** An operation with this address that has only these parts. */
const operation = (method: string, path: string, parts: Partial<Operation> = {}): Operation => ({
  ...route(method, path),
  body: undefined,
  query: undefined,
  errors: undefined,
  ...parts,
});
const route = (method: string, path: string) => {
  const found = routes.find((known) => known.method === method && known.path === path);
  if (!found) throw new Error(`no route ${method} ${path}`);
  return found;
};
const common = ['BAD_REQUEST_FORMAT', 'AUTHENTICATION_ERROR', 'TOKEN_ERROR', 'AUTHORIZATION_ERROR'];

describe('errorsOf', () => {
  it.each([
    ['GET', '/v1/connected_user', {}, []],
    ['GET', '/v1/organisations', { query: z.object({}) }, ['BAD_REQUEST_DATA']],
    ['POST', '/v1/plugins', { body: json(z.object({})) }, ['BAD_REQUEST_DATA']],
    ['POST', '/v1/plugins', { body: { 'application/octet-stream': { schema: z.string() } } }, []],
    ['GET', '/v1/datamarts/:datamart_id', {}, ['BAD_REQUEST_DATA']],
    ['GET', '/v1/plugins/:plugin_id', {}, ['RESOURCE_NOT_FOUND']],
    ['GET', '/v1/users/:user_id', {}, ['BAD_REQUEST_DATA', 'RESOURCE_NOT_FOUND']],
    ['GET', '/v1/audience_segments/:audience_segment_id/members', {}, ['BAD_REQUEST_DATA', 'RESOURCE_NOT_FOUND']],
    ['POST', '/v1/datamarts/:datamart_id/user_activities', {}, ['BAD_REQUEST_DATA', 'MAC_ERROR']],
    ['POST', '/v1/users', { errors: { EMAIL_ALREADY_EXISTS: 'x' } }, ['EMAIL_ALREADY_EXISTS']],
  ])('%s %s', (method, path, more, codes) => {
    const found = errorsOf(operation(method, path, more));
    expect(new Set(found)).toEqual(new Set([...common, 'SERVICE_UNAVAILABLE', ...codes]));
  });

  const writing = routes.filter(({ method }) => method === 'POST' || method === 'PUT');
  it.each(writing)('say that $operationId may refuse what its caller chooses, a name in the path, too', (found) =>
    expect(errorsOf(found)).toContain('BAD_REQUEST_DATA'),
  );

  it('are grouped by status, with 500 for a defect', () => {
    const codes = errorsOf(operation('GET', '/v1/plugins/:plugin_id'));
    expect(Object.fromEntries(byStatus(codes))).toEqual({
      400: ['BAD_REQUEST_FORMAT'],
      401: ['AUTHENTICATION_ERROR', 'TOKEN_ERROR'],
      403: ['AUTHORIZATION_ERROR'],
      404: ['RESOURCE_NOT_FOUND'],
      500: ['SERVICE_UNAVAILABLE'],
      503: ['SERVICE_UNAVAILABLE'],
    });
  });
});
