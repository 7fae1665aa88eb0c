import { describe, expect, it } from '@jest/globals';
import { NewThrottling, ThrottlingInput } from './throttling.js';

const aThrottling = (difference: object = {}) => ({
  scope: 'GLOBAL',
  plugin_endpoint: '/v1/analyze',
  max_qps: 0.5,
  ...difference,
});

describe('ThrottlingInput', () => {
  it.each<[string, object]>([
    ['a limit of calls per second', {}],
    ['a limit of concurrent calls', { max_qps: undefined, max_concurrency: 1 }],
    ['a limit of time', { max_qps: null, timeout_ms: 2_147_483_647 }],
    ['the smallest rate', { max_qps: 5e-324 }],
    ['a container without key', { scope: 'CONTAINER' }],
    ['a container with key', { scope: 'CONTAINER', throttling_key: 'worker-7' }],
    ['a datamart', { scope: 'DATAMART', throttling_key: '7' }],
    ['an organisation', { scope: 'ORGANISATION', throttling_key: '7' }],
    ['null for a key that is absent', { throttling_key: null }],
    ['a key with the global scope, which has no effect', { throttling_key: 'seven' }],
    ['every datamart', { scope: 'DATAMART' }],
    ['every organisation', { scope: 'ORGANISATION', throttling_key: null }],
    ['no limit', { max_qps: undefined }],
    ['null limits', { max_qps: null, max_concurrency: null, timeout_ms: null }],
  ])('accepts %s', (_case, difference) => {
    expect(ThrottlingInput.safeParse(aThrottling(difference))).toMatchObject({ success: true });
  });

  it.each<[string, object, string]>([
    ['no scope', { scope: undefined }, 'scope'],
    ['an unknown scope', { scope: 'global' }, 'scope'],
    ['no endpoint', { plugin_endpoint: undefined }, 'plugin_endpoint'],
    ['an empty endpoint', { plugin_endpoint: '' }, 'plugin_endpoint'],
    ['a rate of 0', { max_qps: 0 }, 'max_qps'],
    ['a negative rate', { max_qps: -0.5 }, 'max_qps'],
    ['an infinite rate', { max_qps: Infinity }, 'max_qps'],
    ['a rate that is text', { max_qps: '1' }, 'max_qps'],
    ['a concurrency of 0', { max_concurrency: 0 }, 'max_concurrency'],
    ['a fraction of a call', { max_concurrency: 1.5 }, 'max_concurrency'],
    ['a concurrency above int32', { max_concurrency: 2_147_483_648 }, 'max_concurrency'],
    ['a timeout of 0', { timeout_ms: 0 }, 'timeout_ms'],
    ['a fraction of a millisecond', { timeout_ms: 0.5 }, 'timeout_ms'],
    ['a timeout above int32', { timeout_ms: 1e19 }, 'timeout_ms'],
    ['a datamart that is no integer', { scope: 'DATAMART', throttling_key: 'seven' }, 'throttling_key'],
    ['a key that is a number', { scope: 'DATAMART', throttling_key: 7 }, 'throttling_key'],
    ['an empty key', { scope: 'CONTAINER', throttling_key: '' }, 'throttling_key'],
  ])('rejects %s', (_case, difference, path) => {
    const { error } = ThrottlingInput.safeParse(aThrottling(difference));
    expect(new Set(error?.issues.map((issue) => issue.path.join('.')))).toEqual(new Set([path]));
  });

  it('needs the version only in the body of a new throttling', () => {
    expect(NewThrottling.safeParse(aThrottling()).error?.issues[0]?.path).toEqual(['plugin_version_id']);
    expect(NewThrottling.safeParse(aThrottling({ plugin_version_id: '5' }))).toMatchObject({ success: true });
  });

  it('applies the same rules to a new throttling', () => {
    const keyed = { ...aThrottling(), plugin_version_id: '5', scope: 'DATAMART', throttling_key: 'seven' };
    expect(NewThrottling.safeParse(keyed).error?.issues[0]?.path).toEqual(['throttling_key']);
    const { error } = NewThrottling.safeParse(aThrottling({ plugin_version_id: '5', max_qps: 0 }));
    expect(error?.issues[0]?.path).toEqual(['max_qps']);
  });
});
