import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseOrThrow } from './parse.js';

const Metrics = z.object({ metrics: z.array(z.object({ expression: z.string() })) });

describe('parseOrThrow', () => {
  it('names the invalid field, and says what it must be', () => {
    expect(() => parseOrThrow(Metrics, { metrics: [{}] })).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST_DATA', message: 'metrics[0].expression: is required' }),
    );
  });

  it('names five problems, and says that there are more', () => {
    const metrics = Array.from({ length: 8 }, () => ({}));
    expect(() => parseOrThrow(Metrics, { metrics })).toThrow(/metrics\[4\]\.expression.*and more$/);
  });

  it('says once what several checks of a field say', () => {
    const Limited = z.object({ size: z.int().max(Number.MAX_SAFE_INTEGER) });
    expect(() => parseOrThrow(Limited, { size: 2 ** 60 })).toThrow(/^size: must be at most 9007199254740991$/);
  });

  it('refuses a missing body with BAD_REQUEST_FORMAT', () => {
    expect(() => parseOrThrow(Metrics, undefined)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST_FORMAT' }));
  });

  it.each([[null], [[]], ['text'], [1]])('refuses %j with BAD_REQUEST_DATA', (value) => {
    expect(() => parseOrThrow(Metrics, value)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST_DATA' }));
  });
});
