import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseOrThrow } from './parse.js';

const Metrics = z.object({ metrics: z.array(z.object({ expression: z.string() })) });

describe('parseOrThrow', () => {
  it('names the field that is wrong', () => {
    expect(() => parseOrThrow(Metrics, { metrics: [{}] })).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST_DATA',
        message: expect.stringMatching(/^metrics\[0\]\.expression: /),
      }),
    );
  });

  it('names five problems and counts the others', () => {
    const metrics = Array.from({ length: 8 }, () => ({}));
    expect(() => parseOrThrow(Metrics, { metrics })).toThrow(/metrics\[4\]\.expression.*and 3 more$/);
  });

  it('asks for a body where there is none', () => {
    expect(() => parseOrThrow(Metrics, undefined)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST_FORMAT' }));
  });

  it.each([[null], [[]], ['text'], [1]])('takes %j for wrong data', (value) => {
    expect(() => parseOrThrow(Metrics, value)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST_DATA' }));
  });
});
