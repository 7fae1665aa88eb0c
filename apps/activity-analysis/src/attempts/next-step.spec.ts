import { describe, expect, it } from '@jest/globals';
import type { ErrorRecoveryStrategy } from '@tributary/contracts/admin/plugins/activity-analyzer';
import type { AnalysisFailureClass } from '@tributary/contracts/tracking/analysis-failure';
import type { CallResult } from '../calls/plugin-calls.js';
import { nextStep, type Attempt } from './next-step.js';

const anAttempt = (difference: Partial<Attempt> = {}): Attempt => ({
  body: '{"in":1}',
  attempts: 2,
  next_analyzers: ['8', '9'],
  remainingMs: 3_600_000,
  strategy: 'STORE_WITH_ERROR_ID',
  ...difference,
});
const failed = (failure: AnalysisFailureClass, more: object = {}): CallResult => ({ kind: 'failed', failure, ...more });
const step = (difference: Partial<Attempt>, result: CallResult, random = 0.5) =>
  nextStep(anAttempt(difference), result, random);

describe('nextStep', () => {
  it('gives the new body to the next analyzer', () => {
    expect(step({}, { kind: 'analyzed', body: '{"out":1}', putBack: [] })).toEqual({
      kind: 'continue',
      analyzers: ['8', '9'],
      body: '{"out":1}',
      hasFailed: false,
    });
  });

  it('ends a dropped activity with every strategy', () => {
    expect(step({ strategy: 'STORE_WITH_ERROR_ID' }, { kind: 'dropped' })).toEqual({ kind: 'end', outcome: 'dropped' });
  });

  it.each(['unsent', 'interrupted'] as const)('of a call that was %s is the same attempt', (kind) => {
    expect(step({ attempts: 2 }, { kind })).toEqual({ kind: 'release' });
  });

  it.each(['UNAVAILABLE', 'TIMEOUT', 'PLUGIN_ERROR', 'BUSY'] as const)('tries again after %s, twice', (failure) => {
    expect(step({ attempts: 0 }, failed(failure))).toEqual({ kind: 'retry', delayMs: 1_000 });
    expect(step({ attempts: 1 }, failed(failure))).toEqual({ kind: 'retry', delayMs: 5_000 });
    expect(step({ attempts: 2 }, failed(failure, { status: 503 }))).toMatchObject({
      kind: 'continue',
      failed: { failure, status: 503, attempts: 3 },
    });
  });

  it.each([
    ['INVALID_ANSWER', 1],
    ['NO_WORKER', 0],
    ['EXPIRED', 0],
  ] as const)('does not try again after %s, and counts %i calls', (failure, attempts) => {
    expect(step({ attempts: 0 }, failed(failure))).toMatchObject({ kind: 'continue', failed: { failure, attempts } });
  });

  it.each([
    [0, 0, 800],
    [0, 1, 1_200],
    [1, 0, 4_000],
    [1, 1, 6_000],
  ])('spreads the pause after attempt %i', (attempts, random, delayMs) => {
    expect(step({ attempts }, failed('TIMEOUT'), random)).toEqual({ kind: 'retry', delayMs });
  });

  it('obeys Retry-After', () => {
    expect(step({ attempts: 0 }, failed('BUSY', { retryAfterMs: 30_000 }))).toEqual({ kind: 'retry', delayMs: 30_000 });
  });

  it('ends as expired if the pause would pass the limit', () => {
    const late = step({ attempts: 0, remainingMs: 1_000 }, failed('TIMEOUT'));
    expect(late).toMatchObject({ kind: 'continue', failed: { failure: 'EXPIRED', attempts: 1 } });
    expect(step({ attempts: 0, remainingMs: 1_001 }, failed('TIMEOUT'))).toMatchObject({ kind: 'retry' });
  });

  it.each([
    ['STORE_WITH_ERROR_ID', { kind: 'continue', analyzers: ['8', '9'], body: '{"in":1}', hasFailed: true }],
    [
      'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS',
      { kind: 'continue', analyzers: [], body: '{"in":1}', hasFailed: true },
    ],
    ['DROP', { kind: 'end', outcome: 'dropped_on_error' }],
  ] satisfies [ErrorRecoveryStrategy, object][])('recovers by %s', (strategy, expected) => {
    expect(step({ strategy }, failed('INVALID_ANSWER'))).toEqual({
      ...expected,
      failed: { failure: 'INVALID_ANSWER', status: undefined, attempts: 3 },
    });
  });
});
