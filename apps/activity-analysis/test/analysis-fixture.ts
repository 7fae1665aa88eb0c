import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { eventually } from '@tributary/testing/eventually';
import { PluginDouble, unchanged } from '@tributary/testing/plugin-double';
import { bootAnalysis, type BootedAnalysis } from './booted-analysis.js';

export let product: BootedAnalysis;
export let plugin: PluginDouble;
beforeAll(async () => {
  product = await bootAnalysis({ settings: { PLUGIN_TIMEOUT: 500 } });
  plugin = await PluginDouble.start();
});
afterAll(async () => {
  await product.stop();
  await plugin.close();
});
beforeEach(() => void (product.ended.length = 0));
afterEach(() => void (plugin.script = unchanged));

let ids = 100;
export const newId = () => String(++ids);
/** A channel of its own with analyzers that run on the double. */
export async function aChannel(
  ...strategies: ('DROP' | 'STORE_WITH_ERROR_ID' | 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS')[]
) {
  const analyzers: string[] = [];
  for (const strategy of strategies) {
    const id = newId();
    await product.register(id, { strategy, worker: aWorker() });
    analyzers.push(id);
  }
  const channel_id = newId();
  await product.select(channel_id, analyzers);
  return { channel_id, analyzers };
}

export const aWorker = (url = plugin.url) => ({ url, worker_id: 'w-1', token_sha256: 'ab'.repeat(32) });

export const outcomesOf = async (activities: ActivityToAnalyze[]) => {
  const ids = new Set(activities.map(({ activity_id }) => activity_id));
  return eventually(() => {
    const own = product.ended.filter(({ activity_id }) => ids.has(activity_id));
    expect(own).toHaveLength(activities.length);
    return own;
  });
};
