import { describe, expect, it } from '@jest/globals';
import { ApiError, constraintViolation, httpStatus, preconditionFailed, type ErrorCode } from './errors.js';

describe('the status of an error', () => {
  it.each(Object.entries(httpStatus) as [ErrorCode, number][])('for %s is %i', (code, status) => {
    expect(new ApiError(code, 'why').status).toBe(status);
  });

  it('is 412 when a condition of the request does not hold, with the code of a constraint violation', () => {
    expect(preconditionFailed('why')).toMatchObject({ code: 'CONSTRAINT_VIOLATION_EXCEPTION', status: 412 });
    expect(constraintViolation('why')).toMatchObject({ code: 'CONSTRAINT_VIOLATION_EXCEPTION', status: 400 });
  });

  it('keeps the cause for the log', () => {
    const cause = new Error('inside');
    expect(new ApiError('SERVICE_UNAVAILABLE', 'why', { cause }).cause).toBe(cause);
  });
});
