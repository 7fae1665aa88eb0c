import { randomUUID } from 'node:crypto';
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

        await expectUndone(session(), { datamart_id, agent: 'web:1:undone', key: 'Shop' });

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

/** Expects that a choice with the key counts until the choices of the day are undone. */
async function expectUndone(
  { client, page, platform }: ConsoleSession,
  { datamart_id, agent, key }: { datamart_id: string; agent: string; key: string },
): Promise<void> {
  const [{ key: value }] = (await client.list(`/datamarts/${datamart_id}/collect_keys`)) as unknown as [
    { key: string },
  ];
  const $properties = { $processing_id: '1', $choice_acceptance_value: true };
  const body = JSON.stringify({
    $type: 'TOUCH',
    $unique_key: randomUUID(),
    $user_agent_id: agent,
    $events: [{ $event_name: '$set_user_choice', $properties }],
  });
  await eventually(async () => {
    const address = `${platform.url}/v1/datamarts/${datamart_id}/user_activities?collect_key=${value}`;
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
  });
  const choices = `/datamarts/${datamart_id}/user_points/user_agent_id=${agent}/user_choices`;
  await eventually(async () => expect(await client.list(choices)).toHaveLength(1));
  const [logged] = await client.list(`${choices}/processing_id=1/change_log`);
  await page.getByRole('button', { name: `Undo choices of ${key}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Day').fill(new Date(Number(logged?.['$creation_ts'])).toISOString().slice(0, 10));
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await dialog.getByText('Undone choices: 1').waitFor();
  expect(await client.list(choices)).toEqual([]);
  await page.keyboard.press('Escape');
}

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
