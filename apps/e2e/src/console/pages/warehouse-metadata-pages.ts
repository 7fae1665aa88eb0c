import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { openPostgresPort } from '@tributary/testing/postgres/postgres-port';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres/postgres';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../browser/accessibility.js';
import type { ConsoleSession } from '../../browser/console-session.js';

const password = `secret-${randomUUID()}`;
/** Roles are of the whole server, which several suites may use. */
const reader = `reader_${randomUUID().replaceAll('-', '')}`;

/** The account of the warehouse sees all tables of the schema, and may read all but one. */
const shop = `
  create schema shop;
  create table shop.customers (customer_id bigint primary key, email text not null, tags text[]);
  create table shop.orders (order_id bigint primary key, total numeric(10, 2));
  create table shop.payroll (employee text, salary numeric);
  create role ${reader} login password '${password}';
  grant usage on schema shop to ${reader};
  grant select on shop.customers, shop.orders to ${reader}`;

/** The metadata of a PostgreSQL server of its own, as people see it. */
export const warehouseMetadataPages = (session: () => ConsoleSession) =>
  describe('the metadata of a warehouse', () => {
    let postgres: TestPostgres;
    let server: Awaited<ReturnType<typeof openPostgresPort>>;
    let warehouse: string;
    let page: Page;
    const openWarehouse = () => session().open(`/d/1/warehouses/${warehouse}`);

    beforeAll(async () => {
      postgres = await startPostgres();
      server = await openPostgresPort(postgres.url);
      await queryDatabase(postgres.url, shop);
      const created = await session().client.post('/datawarehouses?organisation_id=1', {
        name: `Shop ${randomUUID()}`,
        description: '',
        engine_type: 'POSTGRES',
      });
      warehouse = created.id;
      ({ page } = session());
    });

    afterAll(async () => {
      (server as typeof server | undefined)?.close();
      await (postgres as TestPostgres | undefined)?.stop();
    });

    /** @param tried with the button *Test* before they are saved; the dialog shows this */
    async function setCredentials(typed: string, port = new URL(server.url).port, tried?: RegExp): Promise<void> {
      await page.getByRole('button', { name: 'Set the credentials' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
      await dialog.getByRole('textbox', { name: 'Port' }).fill(port);
      await dialog.getByRole('textbox', { name: 'User' }).fill(reader);
      await dialog.getByLabel(/^Password/).fill(typed);
      await dialog.getByRole('textbox', { name: 'Database' }).fill(new URL(postgres.url).pathname.slice(1));
      await dialog.getByLabel('Encryption').selectOption('off');
      if (tried) {
        await dialog.getByRole('button', { name: 'Test', exact: true }).click();
        await dialog.getByText(tried).waitFor();
        await expectAccessible(page);
      }
      await dialog.getByRole('button', { name: 'Save the credentials' }).click();
      await dialog.waitFor({ state: 'detached' });
    }

    const preview = () => page.getByRole('button', { name: 'Preview a refresh' }).click();
    const region = () => page.getByRole('region', { name: 'Preview of the refresh' });
    const element = (name: string) => page.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) });
    const refusal = (text: RegExp) => page.getByRole('alert').getByText(text);

    async function store(): Promise<void> {
      await region().getByRole('button', { name: 'Save' }).click();
      await region().waitFor({ state: 'detached' });
      await page.getByText(/^Last refreshed in the background/).waitFor();
    }

    it('is not read with a wrong password, or from a server that cannot be reached, and the page says which', async () => {
      await openWarehouse();
      await setCredentials('wrong', undefined, /the password does not fit the user/);
      await preview();
      await refusal(/the password does not fit the user/).waitFor();
      await page.getByText(/Check user, password, database and encryption/).waitFor();
      await setCredentials(password, '1');
      await preview();
      await refusal(/cannot be reached/).waitFor();
      await page.getByText(/Check that the engine runs/).waitFor();
      await page.getByText('No metadata yet').waitFor();
      await expectAccessible(page);
    });

    it('is previewed, stored, searched, and locked where the account may not read', async () => {
      await openWarehouse();
      await setCredentials(password, undefined, /The engine lets them in/);
      await preview();
      // The new resources, without those below them.
      const added = region().getByRole('list', { name: 'Added' });
      await added.getByText(/^database test_/).waitFor();
      // Control: a preview stores nothing.
      expect(await session().client.get(`/datawarehouses/${warehouse}/metadata`)).toMatchObject({ databases: [] });
      await expectAccessible(page);
      await store();

      await element('payroll').getByText('not readable').waitFor();
      expect(await element('orders').getByText('not readable').count()).toBe(0);
      await page.getByRole('textbox', { name: 'Search' }).fill('email');
      await element('email').waitFor();
      await element('orders').waitFor({ state: 'detached' });
      await element('email').click();
      const panel = page.getByRole('region', { name: 'The column email' });
      await panel.getByText(/shop › customers/).waitFor();
      expect(await panel.innerText()).toMatch(/Type\s+text\s+Array\s+no\s+Primary key\s+no\s+Nullable\s+no/);
      await expectAccessible(page);
      await page.getByRole('textbox', { name: 'Search' }).fill('customer_id');
      await element('customer_id')
        .getByText(/bigint · primary key/)
        .waitFor();
    });

    it('shows a dropped table only when it is asked for, struck through with its date', async () => {
      await queryDatabase(
        postgres.url,
        `drop table shop.orders;
          alter table shop.customers add column city text;
          grant select on shop.payroll to ${reader}`,
      );
      await openWarehouse();
      await preview();
      for (const [change, text] of [
        ['Disappeared', /^table .*shop\.orders$/],
        ['Added', /^column .*shop\.customers\.city$/],
        ['Changed', /^table .*shop\.payroll: can be read again$/],
      ] as const)
        await region().getByRole('list', { name: change }).getByText(text).waitFor();
      await store();
      await element('customers').waitFor();
      await element('orders').waitFor({ state: 'detached' });
      await page.getByRole('switch', { name: 'Show what has disappeared' }).click();
      await element('orders')
        .getByText(/^disappeared \d{4}-/)
        .waitFor();
      expect(await decorationOf(page, 'orders')).toBe('line-through');
      expect(await decorationOf(page, 'customers')).toBe('none');
      await expectAccessible(page);
    });
  });

/** How the name of an element of the tree is drawn. */
const decorationOf = (page: Page, name: string) =>
  page.evaluate<string>(`(() => {
    const shown = [...document.querySelectorAll('[role=treeitem] *')].find(({ textContent }) => textContent === '${name}');
    return getComputedStyle(shown).textDecorationLine;
  })()`);
