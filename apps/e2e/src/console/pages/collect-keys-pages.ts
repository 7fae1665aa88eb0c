import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { openConsole } from '../../browser/browser.js';
import type { ConsoleSession } from '../../browser/console-session.js';
import { newTenant } from '../../client/tenant.js';
import { Site } from '../../sdk/site.js';

export const collectKeysPages = (session: () => ConsoleSession) =>
  describe('collect keys', () => {
    it('are created, used by a page of another origin, changed and deleted', async () => {
      const { client, open, page, platform } = session();
      const { datamart_id } = await newTenant(client);
      const site = await Site.start(platform);
      try {
        await open(`/d/${datamart_id}/collect-keys`);
        await page.getByRole('button', { name: 'Create a collect key' }).first().click();
        const form = page.getByRole('dialog');
        await form.getByLabel('Name').fill('Shop');
        await form.getByRole('combobox', { name: 'Allowed origins' }).fill(site.url);
        await page.keyboard.press('Enter');
        await form.getByRole('button', { name: 'Create', exact: true }).click();
        const row = (name: string) => page.getByRole('row').filter({ hasText: name });
        await row('Shop').getByText(site.url).waitFor();

        await page.getByRole('button', { name: 'Use Shop' }).click();
        const script = (await page.getByLabel('the script for a page', { exact: true }).textContent()) ?? '';
        await page.keyboard.press('Escape');
        await expectSent(session(), site, { script, datamart_id });

        await page.getByRole('button', { name: 'Edit Shop' }).click();
        await form.getByLabel('Name').fill('Pages');
        await form.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('button', { name: 'Delete Pages' }).click();
        await form.getByRole('button', { name: 'Delete' }).click();
        await row('Pages').waitFor({ state: 'detached' });
        expect(await client.list(`/datamarts/${datamart_id}/collect_keys`)).toEqual([]);
      } finally {
        site.stop();
      }
    });
  });

/** Expects that a page of the site with the script sends its view. */
async function expectSent(
  { client }: ConsoleSession,
  site: Site,
  { script, datamart_id }: { script: string; datamart_id: string },
): Promise<void> {
  site.html = `<!doctype html><html lang="en"><head><title>Shop</title>${script}</head><body></body></html>`;
  const browser = await openConsole(site);
  try {
    const visitor = await eventually(async () => {
      const id = await browser.page.evaluate<string | null>(`localStorage.getItem('tributary.browser.${datamart_id}')`);
      return id ?? Promise.reject(new Error('no id yet'));
    });
    const path = `/datamarts/${datamart_id}/user_points/user_agent_id=${visitor}/user_activities`;
    await eventually(async () => {
      expect(await client.list(path)).toMatchObject([{ $events: [{ $properties: { $url: `${site.url}/` } }] }]);
    });
  } finally {
    await browser.close();
  }
}
