import { describe, expect, it } from '@jest/globals';
import { refused, unreachable } from './engine-errors.js';

const ofDriver = Object.assign(new Error('too slow'), {
  code: 'ETIMEDOUT',
  config: { headers: { authorization: 'Bearer secret' } },
});

describe.each([
  ['a refusal', refused('no', ofDriver), 'CONSTRAINT_VIOLATION_EXCEPTION'],
  ['an outage', unreachable(ofDriver), 'SERVICE_UNAVAILABLE'],
])('%s', (_case, error, code) => {
  it('has its code', () => expect(error.code).toBe(code));

  it('logs the code of the driver, and nothing else of its error', () => {
    expect(error.cause).toEqual(new Error('Error of the driver (ETIMEDOUT)'));
    expect(Object.keys(error.cause as Error)).toEqual([]);
  });
});

it.each([
  Object.assign(new Error('s3cret'), { code: 's3cret', name: 's3cret' }),
  Object.assign(new Error('s3cret'), { code: 's3cret', name: 'TypeError' }),
])('no text that an engine may have chosen is shown: %o', (ofEngine) => {
  for (const error of [refused('no', ofEngine), unreachable(ofEngine)])
    expect(`${error.message} ${(error.cause as Error).message}`).not.toContain('s3cret');
});

it('the message of an outage contains the code of the driver', () => {
  expect(unreachable(ofDriver).message).toContain('(ETIMEDOUT)');
});
