import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ConsoleSession } from '../../browser/console-session.js';

export const warehousesPages = (session: () => ConsoleSession) =>
  describe('warehouses', () => {
    it('a warehouse is added, gets credentials, is linked and deleted; an engine that cannot be reached is named', async () => {
      const { client, page } = session();
      const open = (path: string) => session().open(path);
      const name = `Shop ${randomUUID()}`;
      await open('/d/1/warehouses');
      await page.getByRole('button', { name: 'Create a warehouse' }).first().click();
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: `Warehouse ${name}` }).waitFor();
      const id = page.url().split('/').at(-1);

      await page.getByRole('button', { name: 'Preview a refresh' }).click();
      await page.getByText(/set the credentials again/).waitFor();
      await page.getByRole('button', { name: 'Set the credentials' }).click();
      expect(await page.getByLabel('Encryption').inputValue()).toBe('verified');
      await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
      await page.getByRole('textbox', { name: 'Port' }).fill('1');
      await page.getByRole('textbox', { name: 'User' }).fill('reader');
      await page
        .getByRole('dialog')
        .getByLabel(/^Password/)
        .fill('secret');
      await page.getByRole('button', { name: 'Save the credentials' }).click();
      await page.getByText('configured since').waitFor();
      expect(await client.get(`/datawarehouses/${id}/credentials`)).toMatchObject({ configured: true });
      await page.getByRole('button', { name: 'Set the credentials' }).click();
      // All but the secret stays, and a connection string fills the fields.
      expect(await page.getByRole('textbox', { name: 'Host' }).inputValue()).toBe('127.0.0.1');
      expect(await page.getByLabel(/^Password/).inputValue()).toBe('');
      await page.getByLabel('Connection string').fill('postgres://ann:p%40ss@db.example.com/sales?sslmode=disable');
      expect(await page.getByRole('textbox', { name: 'Host' }).inputValue()).toBe('db.example.com');
      expect(await page.getByLabel(/^Password/).inputValue()).toBe('p@ss');
      await page.getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('button', { name: 'Preview a refresh' }).click();
      await page
        .getByRole('alert')
        .getByText(/cannot be reached/)
        .waitFor();

      await page.getByRole('button', { name: 'Link', exact: true }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(/^Linked to the datamart/).waitFor();
      const config = `/datamarts/1/datawarehouses/${id}/config`;
      expect(await client.get(config)).toMatchObject({ datamart_id: '1', data_warehouse_id: id });

      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('textbox', { name: `Type ${name}` }).fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { level: 1, name: 'Warehouses' }).waitFor();
      await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', `/datawarehouses/${id}`);
    });
  });
