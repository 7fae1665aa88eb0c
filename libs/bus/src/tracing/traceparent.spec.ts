import { describe, expect, it } from '@jest/globals';
import { formatTraceparent, isSampled, maxTraces, parseTraceparent, readTraceparents } from './traceparent.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it.each([
    [`00-${traceId}-${spanId}-01`, true],
    [`00-${traceId}-${spanId}-00`, false],
    [`00-${traceId}-${spanId}-03`, true],
    [`42-${traceId}-${spanId}-01-what-a-later-version-adds`, true],
  ])('%s is valid', (text, sampled) => {
    const parent = parseTraceparent(text);
    expect(parent).toMatchObject({ traceId, spanId });
    expect(parent && isSampled(parent)).toBe(sampled);
  });

  it.each([
    ['without a trace id', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['without a span id', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['of the forbidden version ff', `ff-${traceId}-${spanId}-01`],
    ['with more fields than its version has', `00-${traceId}-${spanId}-01-more`],
    ['in upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['sent twice', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
    ['that is empty', ''],
    ['that is absent', undefined],
  ])('%s is invalid', (_case, text) => expect(parseTraceparent(text)).toBeUndefined());

  it('is formatted as it was parsed', () => {
    const text = `00-${traceId}-${spanId}-01`;
    const parent = parseTraceparent(text);
    expect(parent && formatTraceparent(parent)).toBe(text);
  });
});

describe('the traces of a message', () => {
  it('are the valid ones of the list', () => {
    const list = [`00-${traceId}-${spanId}-01`, 'malformed', `00-${traceId}-${spanId}-00`].join();
    expect(readTraceparents(list).map(({ traceFlags }) => traceFlags)).toEqual([1, 0]);
  });

  it('are limited in number', () => {
    const list = Array.from({ length: maxTraces + 1 }, () => `00-${traceId}-${spanId}-01`).join();
    expect(readTraceparents(list)).toHaveLength(maxTraces);
  });
});
