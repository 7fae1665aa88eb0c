import { describe, expect, it } from '@jest/globals';
import { RequestFailure } from '@tributary/client/request-failure';
import { problemAt, problemOfFailure } from './field-problem-at.js';

const refused = new RequestFailure('metrics[1].expression: "x" is no metric', {
  status: 400,
  error_code: 'BAD_REQUEST_DATA',
});

describe('problemAt', () => {
  it.each([
    ['metrics', '"x" is no metric'],
    ['metrics[1]', '"x" is no metric'],
    ['metrics[1].expression', '"x" is no metric'],
    ['metric', undefined],
    ['metrics[10]', undefined],
    ['dimensions', undefined],
  ])('of the field %s: %s', (field, message) => expect(problemAt(problemOfFailure(refused), field)).toBe(message));

  it('finds none in other failures', () => expect(problemOfFailure(new Error('metrics: x'))).toEqual([]));
});
