import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { eventuallyShown } from '../../browser/eventually-shown.js';
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
      await eventuallyShown(async (timeout) => {
        await open(`/d/${datamart_id}/reports?metrics=users&from=now-2d/d&to=now`);
        await totals.getByText('5', { exact: true }).waitFor({ timeout });
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
      await page.getByRole('columnheader', { name: 'Users, before' }).waitFor();
      await expectAccessible(page);
      await page.getByLabel('Period', { exact: true }).selectOption('Last 90 days');
      await totals.getByText('Reports do not reach back to the period before').waitFor();

      await open(`/d/${datamart_id}`);
      const users = page.getByRole('region', { name: 'Users, last 7 days' });
      await users.getByText('5', { exact: true }).waitFor();
      await page.getByLabel('Period', { exact: true }).selectOption('Yesterday');
      await page.getByRole('switch', { name: 'Compare with the period before' }).click();
      const yesterday = page.getByRole('region', { name: 'Users, yesterday' });
      await yesterday.getByText('−33 % on the period before').waitFor();
      await yesterday.getByRole('link', { name: 'Users, yesterday' }).click();
      await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
      expect(page.url()).toContain('metrics=users');
      await page.goBack();
      await page.getByLabel('Period', { exact: true }).selectOption('Custom range');
      await page.waitForURL(/from=.*\d{4}-\d{2}-\d{2}/);
      await expectAccessible(page);
    });

    it('is a chart of a dashboard, whose period is that of its page', async () => {
      const { client, open, page } = session();
      const visit = { $type: 'SITE_VISIT', $user_agent_id: `vec:${randomUUID()}` };
      await client.post('/datamarts/1/user_activities', visit);
      const sessions = {
        metrics: [{ expression: 'sessions' }],
        date_ranges: [{ start_date: 'now-1d', end_date: 'now' }],
      };
      await eventually(async () =>
        expect(await client.post('/datamarts/1/user_activities_analytics', sessions)).not.toMatchObject({
          report_view: { rows: [[0]] },
        }),
      );
      const owner = { organisation_id: '1', community_id: '1' };
      const { id } = await client.post('/dashboards', {
        title: randomUUID(),
        scopes: [],
        segment_ids: [],
        builder_ids: [],
        ...owner,
      });
      const report = (...dimensions: string[]) => ({
        type: 'activities_analytics',
        query_json: { dimensions: dimensions.map((name) => ({ name })), metrics: [{ expression: 'sessions' }] },
      });
      const { query_json: query, ...source } = report();
      const fixed = { ...source, query_json: { ...query, date_ranges: [{ start_date: 'now-1d/d', end_date: 'now' }] } };
      const charts = [
        { title: 'Visits', type: 'Metric', dataset: report() },
        { title: 'Days', type: 'Bars', dataset: report('date_yyyy_mm_dd') },
        { title: 'Fixed', type: 'Metric', dataset: fixed },
      ];
      const content = { sections: [{ title: 'S', cards: [{ x: 0, y: 0, w: 12, h: 4, charts }] }] };
      await client.put(`/dashboards/${id}/content?organisation_id=1`, content);
      await open(`/d/1/dashboards/${id}?from=now-7d%2Fd&to=now&compare=true`);
      await page
        .getByRole('article', { name: 'Visits' })
        .getByText(/before|%/)
        .waitFor();
      const replaced = page.getByRole('article', { name: 'Fixed' }).getByText('period of the page');
      await replaced.waitFor();
      expect(await page.getByText('period of the page', { exact: true }).count()).toBe(1);
      await page.getByRole('button', { name: 'Menu of Days' }).click();
      await page.getByRole('menuitem', { name: 'Show as a table' }).click();
      await page.getByRole('columnheader', { name: 'Sessions, before' }).waitFor();
      await page
        .getByRole('table', { name: 'Days' })
        .getByRole('button', { name: /^\d{4}-/ })
        .last()
        .click();
      await page.waitForURL(/from=.*\d{4}-\d{2}-\d{2}/);
      await page.getByLabel('Period', { exact: true }).selectOption('The period of each chart');
      await page.getByRole('columnheader', { name: 'Sessions, before' }).waitFor({ state: 'hidden' });
      await replaced.waitFor({ state: 'detached' });
    });
  });
