import { describe, expect, it } from '@jest/globals';
import type { CDPSession } from 'playwright-core';
import { timeOf } from '@tributary/testing/time-limit';
import { openConsole } from '../browser/browser.js';
import type { ConsoleSession } from '../browser/console-session.js';
import { sendActivities } from './sample-data.js';

// Generous: they find a page that waits for something or keeps everything. bench/console.mjs measures.
const usableWithinMs = 5_000;
const heapBelow = 150_000_000;
const nodesBelow = 5_000;
const activities = 10_000;

export const sessionCosts = (session: () => ConsoleSession) =>
  describe('costs', () => {
    it('a session is usable within seconds of the sign-in', async () => {
      const { platform } = session();
      const browser = await openConsole(platform);
      const { page } = browser;
      try {
        const field = page.getByLabel('API token');
        await field.waitFor();
        const loadMs = await timeOf(() => page.reload().then(() => field.waitFor()));
        await field.fill(platform.token);
        const started = Date.now();
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('navigation', { name: 'Pages' }).waitFor();
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        expect(Date.now() - started).toBeLessThan(usableWithinMs + 3 * loadMs);
      } finally {
        await browser.close();
      }
    });

    it(`${activities} activities on the live page leave the tab small`, async () => {
      const { client, open, page } = session();
      const { id } = await client.post('/datamarts', { name: 'Ten thousand', organisation_id: '1' });
      const agent = 'web:ten:thousand';
      // The activities of one identifier are never sampled.
      await open(`/d/${id}/live?identifier=${encodeURIComponent(`user_agent_id=${agent}`)}`);
      await page.getByText('Connected', { exact: true }).waitFor();
      const tab = await page.context().newCDPSession(page);
      await tab.send('Performance.enable');
      const before = await measure(tab);
      const activity = { $type: 'PAGE', $user_agent_id: agent, text: 'x'.repeat(1_000) };
      await sendActivities(client, id, activity, activities - 1);
      await sendActivities(client, id, { ...activity, $type: 'LAST' }, 1);
      await page.getByRole('cell', { name: 'LAST' }).waitFor();
      await page.getByRole('tab', { name: 'Received · 500' }).waitFor();
      const after = await measure(tab);
      await tab.detach();
      expect(after.heap).toBeLessThan(heapBelow);
      expect(after.nodes - before.nodes).toBeLessThan(nodesBelow);
    });
  });

/** Bytes of the heap after a collection, and nodes of the tab's documents. */
async function measure(tab: CDPSession): Promise<{ heap: number; nodes: number }> {
  await tab.send('HeapProfiler.collectGarbage');
  const { metrics } = await tab.send('Performance.getMetrics');
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: valueOf('JSHeapUsedSize'), nodes: valueOf('Nodes') };
}
