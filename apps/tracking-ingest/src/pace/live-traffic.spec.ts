import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { LiveTraffic } from './live-traffic.js';
import { pace } from './import-pace.js';

const aboveBudgetMs = pace.leastBudgetMs + 10;

function aProcess() {
  const metrics = new Metrics('tracking-ingest');
  const live = new LiveTraffic(metrics, { expectedMs: Infinity, settlingMs: Infinity });
  const readPace = async () =>
    Number(/^tributary_tracking_import_pace\S* (\S+)$/m.exec(await metrics.registry.metrics())?.[1]);
  return { live, readPace };
}

describe('imports beside live activities', () => {
  it('slow down after a batch that took longer beside them than its budget', async () => {
    const { live, readPace } = aProcess();
    await live.applyLines(() => live.store(1, () => sleep(aboveBudgetMs)));
    expect(await readPace()).toBe(0.8);
  });

  it('do not slow down after a batch that took as long without them (control)', async () => {
    const { live, readPace } = aProcess();
    await live.store(1, () => sleep(aboveBudgetMs));
    expect(await readPace()).toBe(1);
  });

  it('slow down also if they began or ended during the batch', async () => {
    const { live, readPace } = aProcess();
    await live.store(1, async () => {
      await live.applyLines(() => Promise.resolve());
      await sleep(aboveBudgetMs);
    });
    expect(await readPace()).toBe(0.8);
  });

  it('slow down also if they ended just before the batch, which may have waited for them', async () => {
    const { live, readPace } = aProcess();
    await live.store(1, () => live.applyLines(() => Promise.resolve()));
    await live.store(1, () => sleep(aboveBudgetMs));
    expect(await readPace()).toBe(0.8);
  });

  it('do not slow down by a batch that fails', async () => {
    const { live, readPace } = aProcess();
    const outage = unavailable('down');
    const failing = live.applyLines(() => live.store(1, () => sleep(aboveBudgetMs).then(() => Promise.reject(outage))));
    await expect(failing).rejects.toBe(outage);
    expect(await readPace()).toBe(1);
  });

  it('rest after all of their work, the failed too, and go on', async () => {
    const { live } = aProcess();
    await live.applyLines(() => live.store(1, () => sleep(aboveBudgetMs)));
    const order: string[] = [];
    const apply = (name: string) => live.applyLines(() => sleep(1).then(() => void order.push(name)));
    const failing = live.applyLines(() => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    await Promise.all(['a', 'b', 'c'].map(apply));
    expect(order.toSorted()).toEqual(['a', 'b', 'c']);
  });
});
