import { describe, expect, it } from '@jest/globals';
import { ApiError, constraintViolation, httpStatus, preconditionFailed, type ErrorCode } from './errors.js';

describe('the status of an error', () => {
  it.each(Object.entries(httpStatus) as [ErrorCode, number][])('is for %s %i', (code, status) => {
    expect(new ApiError(code, 'why').status).toBe(status);
  });

  it('is 412 where a condition of the request does not hold, with the code of a broken rule of reference', () => {
    expect(preconditionFailed('why')).toMatchObject({ code: 'CONSTRAINT_VIOLATION_EXCEPTION', status: 412 });
    expect(constraintViolation('why')).toMatchObject({ code: 'CONSTRAINT_VIOLATION_EXCEPTION', status: 400 });
  });

  it('leaves the cause to the log', () => {
    const cause = new Error('inside');
    expect(new ApiError('SERVICE_UNAVAILABLE', 'why', { cause }).cause).toBe(cause);
  });
});
