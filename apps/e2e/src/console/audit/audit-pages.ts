import { describe, expect, it } from '@jest/globals';
import type { ConsoleSession } from '../../browser/console-session.js';
import { newTenant } from '../../client/tenant.js';

export const auditPages = (session: () => ConsoleSession) =>
  describe('the audit', () => {
    it('shows a change with its values, and is filtered by the address and the form', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      await client.put(`/datamarts/${datamart_id}`, { name: 'Audited', time_zone: 'Europe/Paris' });
      await open(`/d/${datamart_id}/audit`);
      const row = page.getByRole('row').filter({ hasText: `changed the datamart ${datamart_id}` });
      await row.getByText('Audited').waitFor();
      await page.getByLabel('Resource').fill('channel');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByText('Nothing matches these filters.').waitFor();
      expect(page.url()).toContain('resource=channel');
      await page.getByRole('button', { name: 'Clear' }).click();
      await row.waitFor();
    });
  });
