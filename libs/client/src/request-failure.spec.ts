import { describe, expect, it } from '@jest/globals';
import { requestFailure } from './request-failure.js';

const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
const refusal = (error: string) => ({ status: 'error', error, error_code: 'BAD_REQUEST_DATA', error_id: 'e-1' });

describe('requestFailure', () => {
  it('has the words and the id of the API', () =>
    expect(requestFailure(refusal('name: is required'), answer(400))).toMatchObject({
      message: 'name: is required',
      status: 400,
      error_code: 'BAD_REQUEST_DATA',
      error_id: 'e-1',
      field: 'name',
    }));

  it.each([
    ['metrics[0].expression: does not exist', 'metrics[0].expression'],
    ['$events[0].$ts: must be positive', '$events[0].$ts'],
    ['the body is no object', undefined],
  ])('finds the field of "%s"', (error, field) =>
    expect(requestFailure(refusal(error), answer(400)).field).toBe(field),
  );

  it.each([
    ['CONSTRAINT_VIOLATION_EXCEPTION', 'compartment_id'],
    ['RESOURCE_NOT_FOUND', undefined],
  ])('of the code %s has the field %s', (error_code, field) =>
    expect(
      requestFailure({ error: 'compartment_id: the datamart has one of this id', error_code }, answer(400)).field,
    ).toBe(field),
  );

  it('of something else than the API has the id of the answer', () =>
    expect(requestFailure('<html>', answer(502, { 'x-request-id': 'r-1' }))).toMatchObject({
      message: 'the server answers 502',
      error_id: 'r-1',
      field: undefined,
    }));

  it.each([
    ['7', 7],
    ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ])('reads Retry-After: %s', (value, seconds) =>
    expect(requestFailure({}, answer(503, { 'retry-after': value })).retryAfterS).toBe(seconds),
  );

  it('without an answer has no status', () =>
    expect(requestFailure(new TypeError('fetch failed'), undefined)).toMatchObject({
      status: undefined,
      message: 'the server does not answer',
    }));
});
