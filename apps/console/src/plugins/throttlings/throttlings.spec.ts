import { describe, expect, it } from '@jest/globals';
import { bodyOfThrottling, type ThrottlingFields } from './body-of-throttling.js';
import { wordsOfScope } from './scope-meaning.js';

const fields: ThrottlingFields = {
  scope: 'DATAMART',
  plugin_endpoint: ' /v1/activity_analysis ',
  throttling_key: '7',
  max_qps: 0.5,
  max_concurrency: '',
  timeout_ms: '2000',
};

describe('bodyOfThrottling', () => {
  it('leaves out what is empty', () =>
    expect(JSON.parse(JSON.stringify(bodyOfThrottling(fields)))).toEqual({
      scope: 'DATAMART',
      plugin_endpoint: '/v1/activity_analysis',
      throttling_key: '7',
      max_qps: 0.5,
      timeout_ms: 2000,
    }));

  it.each(['GLOBAL', 'CONTAINER'] as const)('leaves out the key of the scope %s', (scope) =>
    expect(bodyOfThrottling({ ...fields, scope }).throttling_key).toBeUndefined(),
  );

  it('keeps a zero, which the server refuses', () =>
    expect(bodyOfThrottling({ ...fields, max_concurrency: 0 }).max_concurrency).toBe(0));
});

describe('wordsOfScope', () => {
  it.each([
    [{ scope: 'GLOBAL', throttling_key: '7' }, 'all calls'],
    [{ scope: 'CONTAINER' }, 'all calls'],
    [{ scope: 'DATAMART' }, 'each datamart by itself'],
    [{ scope: 'DATAMART', throttling_key: '7' }, 'datamart 7'],
    [{ scope: 'ORGANISATION', throttling_key: '2' }, 'organisation 2'],
  ] as const)('%j: %s', (throttling, words) => expect(wordsOfScope(throttling)).toBe(words));
});
