import { describe, expect, it } from '@jest/globals';
import { resourceId } from './ids.js';

const longest = '9'.repeat(18);

describe('resourceId', () => {
  const transform = (id: string): unknown => resourceId.transform(id, { type: 'param' });

  it.each(['1', longest])('accepts %s', (id) => expect(transform(id)).toBe(id));

  it.each(['0', '-1', '007', 'abc', '', '1\n', `${longest}9`])('refuses %j as not found', (id) => {
    expect(() => transform(id)).toThrow(expect.objectContaining({ code: 'RESOURCE_NOT_FOUND' }));
  });
});
