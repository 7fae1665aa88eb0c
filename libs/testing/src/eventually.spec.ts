import { describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';

describe('eventually', () => {
  it('returns the first result without an error', async () => {
    let attempts = 0;
    const attempt = () => {
      if (++attempts < 3) throw new Error('not yet');
      return attempts;
    };
    await expect(eventually(attempt, { every: 1 })).resolves.toBe(3);
  });

  it('throws the last error after the timeout', async () => {
    const attempt = () => Promise.reject(new Error('still down'));
    await expect(eventually(attempt, { within: 10, every: 1 })).rejects.toThrow('still down');
  });
});
