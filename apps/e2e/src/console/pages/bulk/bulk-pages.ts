import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectAccessible } from '../../../browser/accessibility.js';
import type { ConsoleSession } from '../../../browser/console-session.js';
import { newTenant } from '../../../client/tenant.js';

interface Execution {
  status: string;
  is_retryable: boolean;
}

export const bulkPages = (session: () => ConsoleSession) =>
  describe('several rows of a list', () => {
    it('are memberships that end together; those that are refused are named, and tried again', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      const person = `/datamarts/${datamart_id}/user_points/user_agent_id=web:1:bulk`;
      for (const id of ['trial', 'vip', 'buyers']) await client.put(`${person}/user_segments/${id}`, {});
      const memberships = async () =>
        (await client.list(`${person}/user_segments`)).map((each) => each['segment_id']).toSorted();
      await eventually(async () => expect(await memberships()).toHaveLength(3));
      await open(`/d/${datamart_id}/people/user_agent_id=web:1:bulk?tab=segments`);
      for (const id of ['trial', 'vip']) await page.getByLabel(`Choose ${id}`).click();
      await page.getByText('2 chosen').waitFor();
      await expectAccessible(page);

      const refused = '**/user_segments/vip';
      await page.route(refused, (route) =>
        route.fulfill({
          status: 400,
          json: { status: 'error', error_code: 'CONSTRAINT_VIOLATION_EXCEPTION', error: 'not now', error_id: 'e-1' },
        }),
      );
      await page.getByRole('button', { name: 'Remove 2' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove the person from 2 segments' });
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await dialog.getByText('vip: not now').waitFor();
      await expectAccessible(page);
      expect(await memberships()).toEqual(['buyers', 'vip']);
      await page.unroute(refused);
      await dialog.getByRole('button', { name: 'Try 1 again' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await memberships()).toEqual(['buyers']);
      await page.getByLabel('Choose buyers').waitFor();
      expect(
        await page
          .getByText('chosen', { exact: false })
          .filter({ hasText: /^\d+ chosen$/ })
          .count(),
      ).toBe(0);
    });

    it('are executions of an import, each with the reason of the server why it is not retried', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      const imports = `/datamarts/${datamart_id}/document_imports`;
      const { id } = await client.post(imports, {
        document_type: 'USER_PROFILE',
        mime_type: 'APPLICATION_X_NDJSON',
        encoding: 'utf-8',
        name: 'bulk',
      });
      const line = '{"operation":"UPSERT","user_account_id":"u-1","user_profile":{"plan":"free"}}';
      for (const name of ['a.ndjson', 'b.ndjson'])
        await client.post(`${imports}/${id}/executions?file_name=${name}`, line, {
          'content-type': 'application/x-ndjson',
        });
      // As after an outage of the storage, which no spec causes here. The server knows better, and refuses.
      await page.route(`**/document_imports/${id}/executions?*`, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { data: Execution[] };
        const data = body.data.map((execution) => ({ ...execution, status: 'FAILED', is_retryable: true }));
        await route.fulfill({ response, json: { ...body, data } });
      });
      try {
        await open(`/d/${datamart_id}/imports/${id}`);
        const boxes = page.getByRole('table', { name: 'Executions' }).getByRole('checkbox');
        await eventually(async () => expect(await boxes.count()).toBe(2));
        for (const box of await boxes.all()) await box.click();
        await page.getByRole('button', { name: 'Retry 2' }).click();
        const dialog = page.getByRole('dialog', { name: 'Retry 2 executions' });
        await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
        await dialog.getByText('2 were refused').waitFor();
        expect(await dialog.getByRole('listitem').count()).toBe(2);
        await dialog.getByRole('button', { name: 'Done' }).click();
        await page.getByText('2 chosen').waitFor();
      } finally {
        await page.unrouteAll();
      }
    });

    it('are imports that are deleted together, and the others stay', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      const imports = `/datamarts/${datamart_id}/document_imports`;
      const settings = { document_type: 'USER_PROFILE', mime_type: 'TEXT_CSV', encoding: 'utf-8' };
      for (const name of ['old', 'older', 'kept']) await client.post(imports, { ...settings, name });
      await open(`/d/${datamart_id}/imports`);
      // The newest first.
      const rows = page.getByRole('table', { name: 'Imports' }).getByRole('row');
      await rows.nth(1).filter({ hasText: 'kept' }).waitFor();
      for (const name of [/^Choose old /, /^Choose older /]) await page.getByLabel(name).click();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Delete 2' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete 2 imports' });
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page
        .getByLabel(/^Choose old/)
        .first()
        .waitFor({ state: 'detached' });
      expect(await client.list(imports)).toMatchObject([{ name: 'kept' }]);
      await open(`/d/${datamart_id}/imports?page=2`);
      await page.getByLabel(/^Choose kept /).waitFor();
    });

    it('are left when the dialog is closed meanwhile; a deletion that took effect though it was answered 503 ends', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      const imports = `/datamarts/${datamart_id}/document_imports`;
      const settings = { document_type: 'USER_PROFILE', mime_type: 'TEXT_CSV', encoding: 'utf-8' };
      for (const name of ['first', 'second']) await client.post(imports, { ...settings, name });
      await open(`/d/${datamart_id}/imports`);
      for (const name of [/^Choose first /, /^Choose second /]) await page.getByLabel(name).click();
      await page.getByRole('button', { name: 'Delete 2' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete 2 imports' });
      const closed = Promise.withResolvers<undefined>();
      const json = { status: 'error', error_code: 'SERVICE_UNAVAILABLE', error: 'not yet', error_id: 'e-1' };
      await page.route(
        `**${imports}/*`,
        async (route) => {
          await route.fetch();
          await closed.promise;
          await route.fulfill({ status: 503, json });
        },
        { times: 1 },
      );
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await dialog.getByText('0 of 2').waitFor();
      await page.keyboard.press('Escape');
      closed.resolve(undefined);
      await dialog.getByText('not yet').waitFor();
      await dialog.getByText('One was not done.').waitFor();
      await expectAccessible(page);
      expect(await client.list(imports)).toHaveLength(1);
      await dialog.getByRole('button', { name: 'Go on with 2' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await client.list(imports)).toEqual([]);
    });
  });
