import { describe, expect, it } from '@jest/globals';
import { readHealth } from './read-health.js';

describe('readHealth', () => {
  it('reads each part', () =>
    expect(readHealth({ status: 'down', parts: { bus: 'up', facts: 'down' } })).toEqual({
      isUp: false,
      parts: [
        { name: 'bus', state: 'up' },
        { name: 'facts', state: 'down' },
      ],
    }));

  it.each([undefined, null, 'up', {}, { parts: 1 }])('refuses %j', (body) => expect(readHealth(body)).toBeUndefined());
});
