import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectAccessible } from '../../browser/accessibility.js';
import type { ConsoleSession } from '../../browser/console-session.js';

export const organisationsPages = (session: () => ConsoleSession) =>
  describe('organisations', () => {
    it('an organisation gets a datamart, which opens', async () => {
      const { client, open, page } = session();
      const name = `Brand ${randomUUID()}`;
      await open('/organisations');
      await page.getByRole('button', { name: 'Create an organisation' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('dialog').getByText('Technical name is needed').waitFor();
      await page.getByLabel('Technical name').fill(name.toLowerCase().replace(' ', '-'));
      await page.getByRole('button', { name: 'Create', exact: true }).click();

      await page.getByRole('button', { name: `Create a datamart in ${name}` }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Shop of ${name}`);
      await page.getByRole('dialog').getByLabel('Time zone').first().fill('Europe/Pa');
      await page.getByRole('option', { name: 'Europe/Paris' }).click();
      await page.getByRole('combobox', { name: 'Not junk here' }).press('ArrowDown');
      await page.getByRole('option', { name: 'guest', exact: true }).click();
      await page.keyboard.press('Tab');
      await page.getByRole('textbox', { name: 'User agents in 2 days' }).fill('0');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('link', { name: `Shop of ${name}` }).click();
      await eventually(() => expect(page.url()).toMatch(/\/d\/\d+$/));
      const id = /\d+$/.exec(page.url())?.[0];
      expect(await client.get(`/datamarts/${id}`)).toMatchObject({
        name: `Shop of ${name}`,
        time_zone: 'Europe/Paris',
        junk_exceptions: ['guest'],
        flag_rules: { accounts: 4, emails: 4, agents: 0, merges: 8 },
      });
    });

    it('and pages that do not exist keep the pages of a datamart at hand', async () => {
      const { open, page } = session();
      const pages = page.getByRole('navigation', { name: 'Pages' });
      await open('/organisations');
      await page.getByRole('heading', { level: 1, name: 'Organisations' }).waitFor();
      await pages.getByRole('link', { name: 'Reports' }).waitFor();
      for (const unknown of ['/d/999999', '/d/999999/live', '/d/1/nothing', '/nothing', '/no/such/page']) {
        await open(unknown);
        await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
        await pages.getByRole('link', { name: 'Reports' }).waitFor();
        await expectAccessible(page);
      }
      await open('/d/1/segments/999999');
      await page.getByRole('alert').getByText('Not found', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    });
  });
