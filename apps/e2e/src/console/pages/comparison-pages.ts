import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { expectAccessible } from '../../browser/accessibility.js';
import type { ConsoleSession } from '../../browser/console-session.js';
import { newTenant } from '../../client/tenant.js';

export const comparisonPages = (session: () => ConsoleSession) =>
  describe('a report compared', () => {
    it('has its totals and those of the period before, in the address and in the chart', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      // Three users two days ago, and two yesterday.
      const lines = [2, 2, 2, 1, 1].map((days) =>
        JSON.stringify({ $type: 'SITE_VISIT', $user_agent_id: `vec:${randomUUID()}`, $ts: Date.now() - days * dayMs }),
      );
      await client.post(`/datamarts/${datamart_id}/user_activities`, lines.join('\n'), {
        'content-type': 'application/x-ndjson',
      });
      const totals = page.getByRole('region', { name: 'Totals' });
      await eventually(async () => {
        await open(`/d/${datamart_id}/reports?metrics=users&from=now-2d/d&to=now`);
        await totals.getByText('5', { exact: true }).waitFor({ timeout: 3_000 });
      });
      await page.getByLabel('Period', { exact: true }).selectOption('Yesterday');
      await totals.getByText('2', { exact: true }).waitFor();
      expect(await totals.getByText('Compared with').count()).toBe(0);
      await page.getByRole('switch', { name: 'Compare with the period before' }).click();
      await totals.getByText('−33 % (3)').waitFor();
      await totals.getByText(/Compared with .* 00:00:00 to .* 23:59:59/).waitFor();
      await page.waitForURL(/compare=true/);
      await page.reload();
      await totals.getByText('−33 % (3)').waitFor();
      await page.getByText('Bars', { exact: true }).click();
      await page.getByRole('button', { name: /^Menu of/ }).click();
      await page.getByRole('menuitem', { name: 'Show as a table' }).click();
      await page.getByRole('columnheader', { name: 'users, before' }).waitFor();
      await expectAccessible(page);
      await page.getByLabel('Period', { exact: true }).selectOption('Last 90 days');
      await totals.getByText('Reports do not reach back to the period before').waitFor();
    });
  });
