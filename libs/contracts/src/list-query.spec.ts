import { describe, expect, it } from '@jest/globals';
import { ListQuery } from './list-query.js';

describe('ListQuery', () => {
  it('defaults to the first 50 elements', () => {
    expect(ListQuery.parse({})).toEqual({ first_result: 0, max_results: 50 });
  });

  it('accepts 1 to 500 elements from any start', () => {
    expect(ListQuery.parse({ first_result: '70', max_results: '500' })).toEqual({ first_result: 70, max_results: 500 });
    expect(ListQuery.parse({ max_results: '1' }).max_results).toBe(1);
  });

  it.each(['501', '9999', '4294967296', '9'.repeat(400)])('answers %s elements as 500', (max_results) =>
    expect(ListQuery.parse({ max_results }).max_results).toBe(500),
  );

  it.each([
    { max_results: '0' },
    { max_results: '-1' },
    { max_results: 'x' },
    { max_results: '' },
    { max_results: '1.5' },
    { max_results: ['1', '2'] },
    { first_result: '-1' },
    { first_result: '1e3' },
    { first_result: '99999999999' },
    { first_result: '4294967296' },
  ])('refuses %j', (query) => {
    expect(ListQuery.safeParse(query).success).toBe(false);
  });
});
