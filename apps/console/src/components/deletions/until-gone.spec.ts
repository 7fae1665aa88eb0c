import { describe, expect, it } from '@jest/globals';
import { RequestFailure } from '@tributary/client/request-failure';
import { runEach } from '../bulk/run-each.js';
import { mayHaveTakenEffect, untilGone } from './until-gone.js';

const unavailable = new RequestFailure('may still be in use', { status: 503, error_code: 'UNAVAILABLE' });
const notFound = new RequestFailure('Resource Not Found', { status: 404, error_code: 'RESOURCE_NOT_FOUND' });

describe('a deletion', () => {
  it('that was answered 503 and took effect ends with the 404 of the next try', async () => {
    const answers = [unavailable, notFound];
    const tryOnce = () =>
      runEach([1], () => untilGone(Promise.reject(answers.shift()!)), {
        onDone: () => undefined,
        signal: new AbortController().signal,
      });
    expect(await tryOnce()).toEqual({ failed: [{ row: 1, failure: unavailable }], left: [] });
    expect(await tryOnce()).toEqual({ failed: [], left: [] });
  });

  it.each([
    unavailable,
    new RequestFailure('the server answers 404', { status: 404 }),
    new RequestFailure('the server does not answer'),
    new Error('a defect'),
  ])('fails with: %s', (failure) => expect(untilGone(Promise.reject(failure))).rejects.toBe(failure));
});

describe('a deletion that failed', () => {
  it.each([
    [unavailable, true],
    [new RequestFailure('the server does not answer'), true],
    [notFound, false],
    [new RequestFailure('not allowed', { status: 403 }), false],
    [null, false],
  ])('with %s may have taken effect: %s', (failure, expected) => expect(mayHaveTakenEffect(failure)).toBe(expected));
});
