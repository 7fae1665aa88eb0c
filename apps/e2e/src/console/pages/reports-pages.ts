import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { eventuallyShown } from '../../browser/eventually-shown.js';
import { expectAccessible } from '../../browser/accessibility.js';
import { newTenant } from '../../client/tenant.js';
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
      await page.getByRole('option', { name: /^Type of activity SITE_VISIT/ }).click();
      await page.getByRole('combobox', { name: 'Value of filter 1' }).fill(type);
      await eventuallyShown(async (timeout) => {
        const retry = page.getByRole('combobox', { name: 'Value of filter 1' });
        await retry.fill('');
        await retry.fill(type);
        await page.getByRole('table', { name: 'Report' }).getByText(type).waitFor({ timeout });
      });
      await eventually(() => Promise.resolve(expect(decodeURIComponent(page.url())).toContain(type)));
      await page.getByRole('cell', { name: type }).waitFor();
      // The first rows of a datamart may be read before anything is complete.
      await eventuallyShown(async (timeout) => {
        await page.reload();
        await page.getByRole('cell', { name: type }).waitFor();
        await page.getByText('complete to').waitFor({ timeout });
      });
      await expectAccessible(page);

      await page.getByText('Bars', { exact: true }).click();
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('tab', { name: 'Chart of a dashboard' }).click();
      await page.getByText('"type": "Bars"').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Add to dashboard' }).click();
      await page.getByRole('combobox', { name: 'Add to the dashboard' }).fill(title);
      await page.getByRole('option', { name: title }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const stored = await client.get(`/dashboards/${dashboard.id}/content?organisation_id=1`);
      expect(stored['content']).toMatchObject({ sections: [{ cards: [{ charts: [{ type: 'Bars' }] }] }] });
    });

    it('say what they leave out, when it is opened', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      const seconds = { $type: 'TOUCH', $user_agent_id: `vec:${randomUUID()}`, $ts: 1_795_886_317 };
      await client.post(`/datamarts/${datamart_id}/user_activities`, seconds);
      await eventuallyShown(async (timeout) => {
        await open(`/d/${datamart_id}/reports?metrics=users`);
        await page.getByRole('button', { name: 'What is left out' }).click();
        const row = page.getByRole('table', { name: 'Left out' }).getByRole('row', { name: /^Suspicious time/ });
        await row.getByRole('cell', { name: '1', exact: true }).waitFor({ timeout });
      });
      await expectAccessible(page);
      await page.getByRole('button', { name: 'What is left out' }).click();
      await page.getByRole('table', { name: 'Left out' }).waitFor({ state: 'detached' });
    });

    it('are added to a dashboard that does not exist yet by one button, and the message opens it', async () => {
      const { client, open, page } = session();
      const { datamart_id, organisation_id } = await newTenant(client);
      await open(`/d/${datamart_id}/reports?metrics=users&view=Bars`);
      await page.getByRole('button', { name: 'Add to dashboard' }).click();
      const title = `New ${randomUUID()}`;
      // An organisation without a dashboard is offered a new one.
      await page.getByLabel('Title of the new dashboard').fill(title);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('alert').getByRole('link', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.getByRole('article', { name: /^Users/ }).waitFor();
      const dashboards = await client.get(`/dashboards?organisation_id=${organisation_id}`);
      expect(dashboards).toMatchObject([{ title, scopes: [] }]);
    });

    it('by date have all rows, the newest, too, in the table and in the file', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      // 12 sources on 10 of the last 20 days: 120 rows.
      const lines = Array.from({ length: 120 }, (_each, index) =>
        JSON.stringify({
          $type: 'SITE_VISIT',
          $user_agent_id: `vec:${randomUUID()}`,
          $ts: Date.now() - (index % 10) * 2 * 86_400_000,
          $origin: { $source: `source ${Math.floor(index / 10)}` },
        }),
      );
      await client.post(`/datamarts/${datamart_id}/user_activities`, lines.join('\n'), {
        'content-type': 'application/x-ndjson',
      });
      await eventuallyShown(async (timeout) => {
        await open(`/d/${datamart_id}/reports?metrics=sessions&dimensions=date_yyyy_mm_dd,origin_source`);
        await page.getByText('120 rows').waitFor({ timeout });
      });
      const rows = page.getByRole('table', { name: 'Report' }).getByRole('row');
      // With the header and the whole period.
      await eventually(async () => expect(await rows.count()).toBe(122));
      const today = new Date().toISOString().slice(0, 10);
      await page.getByRole('cell', { name: today }).first().waitFor();
      const noCurrency = page.getByText('the platform knows no currency');
      expect(await noCurrency.count()).toBe(0);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'CSV' }).click();
      const file = await readFile(await (await download).path(), 'utf8');
      expect(file.trim().split('\r\n')).toHaveLength(121);
      await page.getByText('Line', { exact: true }).click();
      // From the start of the day 30 days ago until today.
      await page.getByRole('img', { name: /31 keys/ }).waitFor();
      // A revenue says what its number is.
      await open(`/d/${datamart_id}/reports?metrics=revenue&dimensions=date_yyyy_mm_dd`);
      await noCurrency.waitFor();
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
