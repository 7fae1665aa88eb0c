import { expect, it } from '@jest/globals';
import { FairSlots } from '@tributary/contracts/shares/fair-slots';
import { Metrics } from '../metrics/metrics.js';
import { exposeShares } from './share-metrics.js';

const never = new AbortController().signal;

/** The exported values, as `<resource> <organisation> <state> <value>`. */
async function exported(metrics: Metrics): Promise<string[]> {
  const line = /^tributary_shared_slots\{resource="(\w+)",organisation="(\w+)",state="(\w+)",app="tested"\} (\d+)$/gm;
  return [...(await metrics.registry.metrics()).matchAll(line)].map((found) => found.slice(1).join(' '));
}

it('the metric of shares names who holds and who waits', async () => {
  const slots = new FairSlots({ held: 2, byOrganisation: true, shares: [{ held: 2 }] });
  const metrics = new Metrics('tested');
  exposeShares(metrics, 'reports', () => slots.organisations());
  expect(await exported(metrics)).toEqual([]);
  const held = await slots.take(['a'], 1, never);
  await slots.take(['a'], 1, never);
  void slots.take(['b'], 1, never);
  expect(await exported(metrics)).toEqual([
    'reports a held 2',
    'reports a waiting 0',
    'reports b held 0',
    'reports b waiting 1',
  ]);
  if (typeof held === 'object') held.release();
  expect(await exported(metrics)).toContain('reports b held 1');
});

it('the metric of shares has the ten organisations that use most', async () => {
  const metrics = new Metrics('tested');
  const uses = Array.from({ length: 30 }, (_, n) => ({ organisation_id: `o${n}`, held: n, waiting: 1 }));
  exposeShares(metrics, 'calls', () => uses);
  const organisations = (await exported(metrics)).map((line) => line.split(' ')[1]);
  expect([...new Set(organisations)]).toEqual(Array.from({ length: 10 }, (_, n) => `o${29 - n}`));
});
