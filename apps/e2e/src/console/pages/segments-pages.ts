import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectAccessible } from '../../browser/accessibility.js';
import type { ConsoleSession } from '../../browser/console-session.js';
import { eventuallyShown } from '../../browser/eventually-shown.js';
import { newTenant } from '../../client/tenant.js';

export const segmentsPages = (session: () => ConsoleSession) =>
  describe('segments', () => {
    it('list their members in pages, and lead to the person', async () => {
      const { client, open, page } = session();
      const name = `Members ${randomUUID()}`;
      const { organisation_id } = await client.get<{ organisation_id: string }>('/connected_user');
      const { id } = await client.post<{ id: string }>(`/audience_segments?organisation_id=${organisation_id}`, {
        datamart_id: '1',
        name,
        type: 'USER_LIST',
      });
      await open(`/d/1/segments/${id}`);
      await page.getByText('No members').waitFor();
      for (let member = 0; member < 21; member++)
        await client.put(
          `/datamarts/1/user_points/compartment_id=default,user_account_id=${id}-${member}/user_segments/${id}`,
          {},
        );
      await page.reload();
      const table = page.getByRole('table', { name: 'Members' });
      await table.getByRole('row').nth(20).waitFor();
      await page.getByText('20 of 21').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Show more' }).click();
      await table.getByRole('row').nth(21).waitFor();
      await table.getByRole('link', { name: `${id}-7`, exact: true }).click();
      await page.getByRole('heading', { name: 'Person', level: 1 }).waitFor();
    });

    it('are rows of a report that lead to their people, as a channel leads to its page', async () => {
      const { client, open, page } = session();
      const { datamart_id, organisation_id } = await newTenant(client);
      const segment = { datamart_id, organisation_id, type: 'USER_LIST', name: 'Report readers' };
      const { id } = await client.post(`/audience_segments`, segment);
      const channel = await client.post(`/datamarts/${datamart_id}/channels`, { type: 'SITE', name: 'Report site' });
      const agent = `web:1:${randomUUID()}`;
      await client.post(`/datamarts/${datamart_id}/user_activities`, {
        $type: 'SITE_VISIT',
        $site_id: channel.id,
        $user_agent_id: agent,
      });
      const person = `/datamarts/${datamart_id}/user_points/user_agent_id=${agent}`;
      await eventually(() => client.put(`${person}/user_segments/${id}`, {}));
      const table = page.getByRole('table', { name: 'Report' });
      await eventuallyShown(async (timeout) => {
        await open(`/d/${datamart_id}/reports?metrics=users&dimensions=segment_id,channel_id`);
        await table.getByRole('link', { name: 'Report readers' }).waitFor({ timeout });
      });
      await expectAccessible(page);
      await table.getByRole('link', { name: 'Report readers' }).click();
      await page.getByRole('table', { name: 'Members' }).getByRole('link').first().waitFor();
      await page.goBack();
      await table.getByRole('link', { name: 'Report site' }).click();
      await page.getByRole('heading', { level: 1, name: 'Report site' }).waitFor();
    });

    it('are created, and deleted with the name typed in', async () => {
      const { client, open, page } = session();
      const name = `Readers ${randomUUID()}`;
      await open('/d/1/segments');
      await page.getByRole('button', { name: 'Create a segment' }).first().click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await page.getByLabel('Memberships end by default').check();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByText('after 30 days').waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      expect(await client.get(`/audience_segments/${id}`)).toMatchObject({ name, default_ttl: 2_592_000_000 });
      await client.put(`/datamarts/1/user_points/user_agent_id=${id}-member/user_segments/${id}`, {});
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export members' }).click();
      const file = await readFile(await (await saved).path(), 'utf8');
      expect(
        file
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ).toMatchObject([{ identifiers: [{ user_agent_id: `${id}-member` }] }, { end: true, count: 1 }]);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByLabel(/^Type .* to confirm$/).fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'Segments', level: 1 }).waitFor();
      await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', `/audience_segments/${id}`);
    });
  });
