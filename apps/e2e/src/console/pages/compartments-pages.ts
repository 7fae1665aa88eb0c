import { describe, expect, it } from '@jest/globals';
import type { ConsoleSession } from '../../browser/console-session.js';
import { newTenant } from '../../client/tenant.js';

export const compartmentsPages = (session: () => ConsoleSession) =>
  describe('compartments', () => {
    it('are registered, changed and deleted', async () => {
      const { client, open, page } = session();
      await open('/d/1/compartments');
      await page.getByRole('button', { name: 'Create a compartment' }).click();
      await page.getByRole('textbox', { name: 'Id', exact: true }).fill('loyalty');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Loyalty cards');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const row = page.getByRole('row').filter({ hasText: 'Loyalty cards' });
      await row.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Archived').check();
      await page.getByRole('switch', { name: 'Exclusive' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await row.getByText('Archived').waitFor();
      expect(await client.get('/datamarts/1/compartments/loyalty')).toMatchObject({ archived: true, exclusive: true });
      await row.getByText('Exclusive').waitFor();
      await row.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
    });

    it('are named on the page of a person', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      const datamart = `/datamarts/${datamart_id}`;
      await client.post(`${datamart}/compartments`, { compartment_id: 'loyalty', name: 'Loyalty cards' });
      const profile = `${datamart}/user_points/user_agent_id=web:1:card/user_profiles`;
      await client.put(`${profile}/compartment_id=loyalty/user_account_id=7`, { plan: 'gold' });
      await open(`/d/${datamart_id}/people/user_agent_id=web:1:card?tab=identifiers`);
      await page.getByRole('table', { name: 'Accounts' }).getByRole('cell', { name: 'Loyalty cards' }).waitFor();
      await open(`/d/${datamart_id}/people/user_agent_id=web:1:card?tab=profiles`);
      await page.getByText('in Loyalty cards').waitFor();
      await page.getByRole('button', { name: 'Add a profile' }).click();
      await page.getByRole('combobox', { name: 'Compartment id' }).fill('cards');
      await page.getByRole('option', { name: 'loyalty · Loyalty cards' }).waitFor();
    });

    it('of a known id are refused at the field, and what was typed in stays', async () => {
      const { open, page } = session();
      await open('/d/1/compartments');
      await page.getByRole('button', { name: 'Create a compartment' }).click();
      await page.getByRole('textbox', { name: 'Id', exact: true }).fill('default');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Twice');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('alert').getByText('error_id').waitFor();
      const id = dialog.getByRole('textbox', { name: 'Id', exact: true });
      expect(await id.getAttribute('aria-invalid')).toBe('true');
      const description = await id.getAttribute('aria-describedby');
      const problem = description?.split(' ').find((one) => one.endsWith('-error'));
      expect(await dialog.locator(`[id="${problem}"]`).textContent()).toMatch(/compartment/);
      expect(await dialog.getByRole('textbox', { name: 'Name', exact: true }).getAttribute('aria-invalid')).not.toBe(
        'true',
      );
      expect(await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Twice');
    });
  });
