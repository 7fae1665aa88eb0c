import { expect, it } from '@jest/globals';
import { createApiDocument } from '@tributary/gateway/openapi/document';
import { DescribedApi, type ApiDocument } from './described-api.js';

const document = JSON.parse(JSON.stringify(createApiDocument({ signaturePrefix: 'Svc' }))) as ApiDocument;
const api = new DescribedApi(document);

function faults({ status = 200, headers = {}, body }: { status?: number; headers?: object; body: object }): string[] {
  const given = { 'content-type': 'application/json', 'x-request-id': 'x', ...headers };
  return api.faults(api.operation('getCommunity'), {
    ...{ status, headers: new Headers(given), text: JSON.stringify(body) },
  });
}

const data = { id: '1', name: 'Europe' };
const error = { status: 'error', error_code: 'BAD_REQUEST_DATA', error_id: 'x', error: 'x' };

it.each([
  ['an answer', { body: { status: 'ok', data } }],
  ['an error', { status: 400, body: error }],
])('%s as described has no fault', (_case, answer) => expect(faults(answer)).toEqual([]));

it.each([
  ['a field that is not described', { body: { status: 'ok', data: { ...data, more: 1 } } }],
  ['a field that is missing', { body: { status: 'ok', data: { id: '1' } } }],
  ['a field of another type', { body: { status: 'ok', data: { ...data, id: 1 } } }],
  ['another envelope', { body: data }],
  ['another status', { status: 201, body: { status: 'ok', data } }],
  ['another content type', { headers: { 'content-type': 'text/html' }, body: { status: 'ok', data } }],
  ['an error of other operations', { status: 400, body: { ...error, error_code: 'EMAIL_ALREADY_EXISTS' } }],
  ['an error of another status', { status: 404, body: error }],
  ['no Retry-After', { status: 503, body: { ...error, error_code: 'SERVICE_UNAVAILABLE' } }],
])('%s is found out', (_case, answer) => expect(faults(answer)).not.toEqual([]));
