import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectAccessible } from '../../../browser/accessibility.js';
import type { ConsoleSession } from '../../../browser/console-session.js';
import { newTenant } from '../../../client/tenant.js';

interface Saved {
  id: string;
  name: string;
  report: object;
  display: object;
}

export const savedReportsPages = (session: () => ConsoleSession) =>
  describe('saved reports', () => {
    it('are saved, replaced, opened and deleted by name', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      const stored = () => client.get<Saved[]>(`/datamarts/${datamart_id}/saved_reports`);
      const dialog = page.getByRole('dialog', { name: 'Saved reports' });
      await open(`/d/${datamart_id}/reports?metrics=revenue&dimensions=channel_id&view=Pie`);
      await page.getByRole('button', { name: 'Saved' }).click();
      await dialog.getByText('no other user sees them').waitFor();
      await dialog.getByLabel('Name of this report').fill('Revenue by channel');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.getByRole('button', { name: 'Revenue by channel', exact: true }).waitFor();
      await expectAccessible(page);
      expect(await stored()).toMatchObject([{ name: 'Revenue by channel', display: { view: 'Pie' } }]);

      await dialog.getByLabel('Name of this report').fill('Revenue by channel');
      await dialog.getByRole('button', { name: 'Replace' }).click();
      await eventually(async () => expect(await dialog.getByLabel('Name of this report').inputValue()).toBe(''));
      expect(await stored()).toHaveLength(1);

      await open(`/d/${datamart_id}/reports`);
      await page.getByRole('button', { name: 'Saved' }).click();
      await dialog.getByRole('button', { name: 'Revenue by channel', exact: true }).click();
      await page.waitForURL(/metrics=revenue.*dimensions=channel_id.*view=Pie/);
      await page.getByRole('button', { name: 'Saved' }).click();
      await dialog.getByRole('button', { name: 'Delete Revenue by channel' }).click();
      await dialog.getByText('None yet').waitFor();
      expect(await stored()).toEqual([]);
    });

    it('of this browser are moved to the server when the page is opened; what it refuses stays', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      const { id: user_id } = await client.get<{ id: string }>('/connected_user');
      const key = `tributary.reports.${user_id}.${datamart_id}`;
      const local = [
        { name: 'Sessions', search: { metrics: 'sessions' } },
        { name: 'odd\u202ename', search: { metrics: 'users' } },
      ];
      await open(`/d/${datamart_id}/channels`);
      await page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(JSON.stringify(local))})`);
      await open(`/d/${datamart_id}/reports`);
      await eventually(async () =>
        expect(await client.get(`/datamarts/${datamart_id}/saved_reports`)).toMatchObject([
          { name: 'Sessions', report: { metrics: [{ expression: 'sessions' }] } },
        ]),
      );
      await page.getByRole('button', { name: 'Saved' }).click();
      const left = page.getByRole('region', { name: 'Only in this browser' });
      await left.getByText('must not hold line breaks').waitFor();
      await expectAccessible(page);
      await left.getByRole('button', { name: /^Forget/ }).click();
      await left.waitFor({ state: 'detached' });
      expect(await page.evaluate(`localStorage.getItem(${JSON.stringify(key)})`)).toBeNull();
    });
  });
