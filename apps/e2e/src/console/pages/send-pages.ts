import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Page } from 'playwright-core';
import { eventuallyShown } from '../../browser/eventually-shown.js';
import { expectAccessible } from '../../browser/accessibility.js';
import { openConsole } from '../../browser/browser.js';
import { openSession, type ConsoleSession } from '../../browser/console-session.js';
import { newMember, newTenant } from '../../client/tenant.js';
import { Site } from '../../sdk/site.js';

export const sendPages = (session: () => ConsoleSession) =>
  describe('send data', () => {
    it('a page of another origin sends by the snippet, refusals show their reason, and the page ticks itself', async () => {
      const { client, open, page, platform } = session();
      const { datamart_id } = await newTenant(client);
      const collect = `/datamarts/${datamart_id}/user_activities`;
      const site = await Site.start(platform);
      try {
        await open(`/d/${datamart_id}/send`);
        await newChannel(page, 'Shop');
        await page.getByLabel('Address of the page').fill(`${site.url}/basket`);
        await page.getByRole('button', { name: 'Make a key' }).click();
        const [key] = await eventually(() => oneKey(session(), datamart_id));
        expect(key).toMatchObject({ name: 'Pages of Shop', allowed_origins: [site.url] });
        const tag = await textOf(page, 'the script element for a page');
        expect(tag).toContain(`${platform.url}/sdk.js`);
        expect(tag).toContain(`data-collect-key="${String(key?.['key'])}" data-datamart="${datamart_id}"`);

        await page.getByText('Waiting for the first activity of Shop').waitFor();
        // Neither is a hit of the channel.
        await client.post(collect, { $type: 'SITE_VISIT', $site_id: 'other', $user_agent_id: 'web:1:other' });
        expect((await client.call('POST', collect, { $type: 'SITE_VISIT' })).status).toBe(400);
        const refused = page.getByRole('status').filter({ hasText: 'Refused meanwhile' });
        await refused.getByText('at least one identifier').waitFor();
        await page.getByRole('img', { name: 'First activity: to do' }).waitFor();
        await expectAccessible(page);

        await page.getByRole('tab', { name: 'JavaScript' }).click();
        await runOn(site, await textOf(page, 'the program for a page'));
        await page.getByText('First activity received, 1 so far').waitFor();
        await page.getByRole('img', { name: 'First activity: done' }).waitFor();

        await page.getByRole('tab', { name: 'curl' }).click();
        await runHere(session(), 'sh', ['-c', await textOf(page, 'the curl command')]);
        await page.getByText('First activity received, 2 so far').waitFor();
        await page.getByRole('tab', { name: 'Node.js' }).click();
        const program = await textOf(page, 'the program for Node.js');
        await runHere(session(), process.execPath, ['--input-type=module', '-e', program]);
        await page.getByText('First activity received, 3 so far').waitFor();
        await expectAccessible(page);
      } finally {
        site.stop();
      }
    });

    it('is opened from the page of a channel, which shows its key, its last activity and the count of today', async () => {
      const { client, open, page } = session();
      const { datamart_id } = await newTenant(client);
      const channels = `/datamarts/${datamart_id}/channels`;
      const app = await client.post(channels, { name: 'App', type: 'MOBILE_APPLICATION' });
      await client.post(channels, { name: 'Later', type: 'SITE' });
      const key = await client.post(`/datamarts/${datamart_id}/collect_keys`, {
        name: 'Of the app',
        channel_id: app.id,
      });
      await open(`/d/${datamart_id}/channels/${app.id}`);
      const fact = (name: string) => page.getByRole('row').filter({ hasText: name });
      await fact('Last activity').getByText('none in 30 days').waitFor();
      await fact('Collect keys').getByText(String(key['key'])).waitFor();
      await client.post(`/datamarts/${datamart_id}/user_activities`, {
        $type: 'APP_VISIT',
        $app_id: app.id,
        $user_agent_id: 'mob:and:raw:38400000-8cf0-11bd-b23e-10b96e40000d',
      });
      // Reports are read each 30 s.
      await eventuallyShown(async (timeout) => {
        await page.reload();
        await fact('Today').getByText('1 visit of 1 person').waitFor({ timeout });
      });
      expect(await fact('Last activity').getByText('none in 30 days').count()).toBe(0);

      await page.getByRole('main').getByRole('link', { name: 'Send data' }).click();
      const signed = await textOf(page, 'the signed request with curl');
      expect(signed).toContain(`"$app_id":"${app.id}"`);
      await page.getByRole('tab', { name: 'CSV' }).click();
      expect(await textOf(page, 'the commands for a CSV file')).toContain('tributary import --template');
    });

    it('says to a reader who can make what is missing', async () => {
      const { client, platform } = session();
      const tenant = await newTenant(client);
      const reader = await newMember(client, tenant, 'READER');
      const opened = await openSession(platform, reader.client.token);
      try {
        await opened.open(`/d/${tenant.datamart_id}/send`);
        await opened.page.getByText('A channel is made by someone with the role EDITOR').waitFor();
        await client.post(`/datamarts/${tenant.datamart_id}/channels`, { name: 'Shop', type: 'SITE' });
        await opened.open(`/d/${tenant.datamart_id}/send`);
        await opened.page.getByText('Someone with the role EDITOR in this organisation can make one here').waitFor();
        expect(await opened.page.getByRole('button', { name: /Create a channel|Make a key|demo data/ }).count()).toBe(
          0,
        );
        await opened.browser.expectNoViolations();
      } finally {
        await opened.browser.close();
      }
    });
  });

async function newChannel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create a channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function oneKey({ client }: ConsoleSession, datamart_id: string) {
  const keys = await client.list(`/datamarts/${datamart_id}/collect_keys`);
  expect(keys).toHaveLength(1);
  return keys;
}

async function textOf(page: Page, label: string): Promise<string> {
  return (await page.getByLabel(label, { exact: true }).textContent()) ?? '';
}

/** Runs a program on a page of the site, as its own script does. */
async function runOn(site: Site, program: string): Promise<void> {
  const browser = await openConsole(site);
  try {
    await browser.page.evaluate(program);
  } finally {
    await browser.close();
  }
}

/** Runs a program with the token in its environment. */
async function runHere({ platform }: ConsoleSession, command: string, args: string[]): Promise<void> {
  const env = { PATH: '/usr/bin:/bin', TRIBUTARY_TOKEN: platform.token };
  const { stdout } = await promisify(execFile)(command, args, { env });
  expect(stdout).toMatch(/ok/);
}
