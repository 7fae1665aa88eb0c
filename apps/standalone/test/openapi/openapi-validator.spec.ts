import { expect, it } from '@jest/globals';
import { createApiDocument } from '@tributary/gateway/openapi/document';
import { OpenApiValidator, type ApiDocument } from './openapi-validator.js';

const document = JSON.parse(JSON.stringify(createApiDocument({ signaturePrefix: 'Svc' }))) as ApiDocument;
const validator = new OpenApiValidator(document);

function faults({ status = 200, headers = {}, body }: { status?: number; headers?: object; body: object }): string[] {
  const given = { 'content-type': 'application/json', 'x-request-id': 'x', ...headers };
  return validator.faults(validator.operation('getCommunity'), {
    status,
    headers: new Headers(given),
    text: JSON.stringify(body),
  });
}

const data = { id: '1', name: 'Europe' };
const error = { status: 'error', error_code: 'BAD_REQUEST_DATA', error_id: 'x', error: 'x' };

it.each([
  ['a response', { body: { status: 'ok', data } }],
  ['an error', { status: 400, body: error }],
])('%s that matches the document has no fault', (_case, answer) => expect(faults(answer)).toEqual([]));

it.each([
  ['an undocumented field', { body: { status: 'ok', data: { ...data, more: 1 } } }],
  ['a missing field', { body: { status: 'ok', data: { id: '1' } } }],
  ['a field of the wrong type', { body: { status: 'ok', data: { ...data, id: 1 } } }],
  ['the wrong envelope', { body: data }],
  ['an undocumented status', { status: 201, body: { status: 'ok', data } }],
  ['the wrong content type', { headers: { 'content-type': 'text/html' }, body: { status: 'ok', data } }],
  ['an error code of other operations', { status: 400, body: { ...error, error_code: 'EMAIL_ALREADY_EXISTS' } }],
  ['an error code of another status', { status: 404, body: error }],
  ['a 503 without Retry-After', { status: 503, body: { ...error, error_code: 'SERVICE_UNAVAILABLE' } }],
])('%s is a fault', (_case, answer) => expect(faults(answer)).not.toEqual([]));
