import { describe, expect, it } from '@jest/globals';
import { RequestFailure } from '../request-failure.js';
import { pollPause } from './poll-pause.js';

const refused = (status: number | undefined) => new RequestFailure('refused', { status });

describe('pollPause', () => {
  it.each(['SUCCEEDED', 'FAILED', 'CANCELED'] as const)('ends with %s', (status) =>
    expect(pollPause({ execution: { status }, error: null }, 7)).toBe(false),
  );

  it.each(['PENDING', 'RUNNING'] as const)('goes on while it is %s', (status) =>
    expect(pollPause({ execution: { status }, error: null }, 7)).toBe(7),
  );

  it.each([401, 403, 404, 500])('ends with a refusal %d', (status) =>
    expect(pollPause({ execution: { status: 'RUNNING' }, error: refused(status) }, 7)).toBe(false),
  );

  it.each([undefined, 429, 502, 503, 504])('goes on after %s, which may pass', (status) =>
    expect(pollPause({ execution: undefined, error: refused(status) }, 7)).toBe(7),
  );

  it('ends with a failure that is no answer', () =>
    expect(pollPause({ execution: undefined, error: new TypeError('x') }, 7)).toBe(false));
});
