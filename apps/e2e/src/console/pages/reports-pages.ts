import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectAccessible } from '../../browser/accessibility.js';
import type { ConsoleSession } from '../../browser/console-session.js';

export const reportsPages = (session: () => ConsoleSession) =>
  describe('reports', () => {
    it('are read as they are chosen, kept in the address, and added to a dashboard', async () => {
      const { client, open, page } = session();
      const type = `TYPE_${randomUUID()}`;
      const title = `Reports ${type}`;
      const dashboard = await client.post('/dashboards', {
        title,
        scopes: [],
        segment_ids: [],
        builder_ids: [],
        community_id: '1',
        organisation_id: '1',
      });
      await client.post('/datamarts/1/user_activities', { $type: type, $user_agent_id: `vec:${randomUUID()}` });
      await open('/d/1/reports?metrics=users&dimensions=type');
      await page.getByRole('button', { name: 'Add a filter' }).click();
      await page.getByRole('combobox', { name: 'Dimension of filter 1' }).fill('type');
      await page.getByRole('option', { name: 'type', exact: true }).click();
      await page.getByLabel('Value of filter 1').fill(type);
      await eventually(async () => {
        const retry = page.getByLabel('Value of filter 1');
        await retry.fill('');
        await retry.fill(type);
        await page.getByRole('table', { name: 'Report' }).getByText(type).waitFor({ timeout: 3_000 });
      });
      await eventually(() => Promise.resolve(expect(decodeURIComponent(page.url())).toContain(type)));
      await page.reload();
      await page.getByRole('cell', { name: type }).waitFor();
      await page.getByText('complete to').waitFor();
      await expectAccessible(page);

      await page.getByText('Bars', { exact: true }).click();
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('tab', { name: 'Dashboard card' }).click();
      await page.getByRole('combobox', { name: 'Add to the dashboard' }).fill(title);
      await page.getByRole('option', { name: title }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const stored = await client.get(`/dashboards/${dashboard.id}/content?organisation_id=1`);
      expect(stored['content']).toMatchObject({ sections: [{ cards: [{ charts: [{ type: 'Bars' }] }] }] });
    });

    it('mark the picker whose value is refused, and an odd date before it is sent', async () => {
      const { open, page } = session();
      await open('/d/1/reports?metrics=users,visitors');
      await page.getByText('"visitors" does not exist', { exact: true }).waitFor();
      await page.getByRole('alert').getByText('error_id').waitFor();
      await page.getByLabel('From').fill('yesterday');
      await page.getByText(/"yesterday" is no ISO 8601 date/).waitFor();
      await page.getByLabel('From').fill('now-1d/d');
      await page
        .getByTestId('resolved-range')
        .getByText(/00:00:00 to .* UTC/)
        .waitFor();
    });
  });
