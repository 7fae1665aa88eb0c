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

  it('logs the message of the driver, and no other property of its error', () => {
    expect(error.cause).toMatchObject({ message: 'Error: too slow', code: 'ETIMEDOUT' });
    expect(error.cause).not.toHaveProperty('config');
  });
});

it('the message of an outage contains the code of the driver', () => {
  expect(unreachable(ofDriver).message).toContain('(ETIMEDOUT)');
});
