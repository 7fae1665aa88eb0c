import { describe, expect, it } from '@jest/globals';
import type { PluginVersionState } from '@tributary/contracts/admin/access';
import { limitsOf } from './limits-of.js';

type Throttling = PluginVersionState['throttlings'][number];

const endpoint = '/v1/activity_analysis';
const tenants = { datamart_id: '10', organisation_id: '1' };
const aThrottling = (difference: Partial<Throttling>): Throttling => ({
  id: '7',
  scope: 'GLOBAL',
  plugin_endpoint: endpoint,
  max_concurrency: 3,
  ...difference,
});
const limits = (throttlings: Throttling[], max_qps?: number) =>
  limitsOf({ id: '5', throttlings, ...(max_qps !== undefined && { max_qps }) }, endpoint, tenants, {
    defaultTimeoutMs: 5_000,
    maxTimeoutMs: 3_600_000,
  });

describe('limitsOf', () => {
  it.each([
    ['GLOBAL, for all calls', { scope: 'GLOBAL', throttling_key: '10' }, ''],
    ['CONTAINER, for all calls', { scope: 'CONTAINER', throttling_key: 'c1' }, ''],
    ['DATAMART, for this datamart', { scope: 'DATAMART', throttling_key: '10' }, '10'],
    ['DATAMART, for each datamart', { scope: 'DATAMART' }, '10'],
    ['ORGANISATION, for this organisation', { scope: 'ORGANISATION', throttling_key: '1' }, '1'],
    ['ORGANISATION, for each organisation', { scope: 'ORGANISATION' }, '1'],
  ] as const)('counts %s', (_case, difference, throttling_key) => {
    expect(limits([aThrottling(difference)]).limits).toEqual([
      { throttling_id: '7', throttling_key, max_concurrency: 3, max_qps: undefined },
    ]);
  });

  it.each([
    ['another datamart', { scope: 'DATAMART', throttling_key: '11' }],
    ['another organisation', { scope: 'ORGANISATION', throttling_key: '2' }],
    ['another endpoint', { plugin_endpoint: '/v1/other' }],
    ['only a time-out', { max_concurrency: undefined, timeout_ms: 200 }],
  ] as const)('counts no call for a throttling of %s', (_case, difference) => {
    expect(limits([aThrottling(difference)]).limits).toEqual([]);
  });

  it.each(['v1/activity_analysis', '/activity_analysis', 'activity_analysis/', '//v1/activity_analysis/'])(
    'counts the calls for the endpoint as people write it: %s',
    (plugin_endpoint) => expect(limits([aThrottling({ plugin_endpoint })]).limits).toHaveLength(1),
  );

  it("adds the version's own rate, on every endpoint", () => {
    expect(limits([], 12.5).limits).toEqual([{ throttling_id: 'version/5', throttling_key: '', max_qps: 12.5 }]);
  });

  it('takes the smallest time-out of those that apply', () => {
    const timeouts = [
      aThrottling({ timeout_ms: 900 }),
      aThrottling({ timeout_ms: 300 }),
      aThrottling({ timeout_ms: 100, scope: 'DATAMART', throttling_key: '11' }),
    ];
    expect(limits(timeouts).timeoutMs).toBe(300);
    expect(limits([]).timeoutMs).toBe(5_000);
    expect(limits([aThrottling({ timeout_ms: 90_000 })]).timeoutMs).toBe(90_000);
    expect(limits([aThrottling({ timeout_ms: 86_400_000 })]).timeoutMs).toBe(3_600_000);
  });
});
