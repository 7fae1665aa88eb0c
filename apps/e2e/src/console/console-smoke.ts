import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { eventuallyShown } from '../browser/eventually-shown.js';
import { openConsole, type ConsoleBrowser } from '../browser/browser.js';
import { Client, type Resource } from '../client/client.js';
import { stepsOn } from '../suite/step.js';

/**
 * One session on a shape of the platform whose pages are tested on another: its gateway serves the console, the feed, and the
 * calls that the pages make.
 */
export function consoleSmoke(platform: () => Platform): void {
  const step = stepsOn(platform);
  const $type = `SMOKE_${randomUUID().slice(0, 8)}`;
  let admin: Client;
  let token: Resource & { value: string };
  let browser: ConsoleBrowser;
  const main = () => browser.page.getByRole('main');
  const open = async (path: string) => {
    await browser.page.goto(platform().url + path);
    await browser.page.getByRole('heading', { level: 1 }).waitFor();
  };

  beforeAll(async () => {
    admin = new Client(platform().url, platform().token);
    token = await admin.post('/users/1/api_tokens', { name: 'to be revoked' });
    browser = await openConsole(platform());
  });
  afterAll(() => (browser as ConsoleBrowser | undefined)?.close());

  step('begins with a token', async () => {
    await browser.page.getByLabel('API token').fill(token.value);
    await browser.page.getByRole('button', { name: 'Sign in' }).click();
    await browser.page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  step('shows an activity as it arrives, and in a report', async () => {
    await open('/d/1/live');
    await main().getByText('Connected', { exact: true }).waitFor();
    await admin.post('/datamarts/1/user_activities', { $type, $user_agent_id: `web:1:${randomUUID()}` });
    await main().getByRole('cell', { name: $type }).waitFor();
    await eventuallyShown(async (timeout) => {
      await open('/d/1/reports?metrics=users&dimensions=type');
      await main().getByRole('cell', { name: $type }).waitFor({ timeout });
    });
  });

  step('saves a form', async () => {
    const { page } = browser;
    await open('/d/1/compartments');
    await page.getByRole('button', { name: 'Create a compartment' }).click();
    await page.getByRole('textbox', { name: 'Id', exact: true }).fill($type);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Smoke');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('cell', { name: $type, exact: true }).waitFor();
    expect(await admin.get(`/datamarts/1/compartments/${$type}`)).toMatchObject({ name: 'Smoke' });
  });

  step('ends with its token, by the rules of its policy', async () => {
    const { page } = browser;
    await admin.delete(`/users/1/api_tokens/${token.id}`);
    await page.getByRole('link', { name: 'Channels' }).click();
    await page.getByText('Your session has ended').waitFor();
    await browser.expectNoViolations();
  });
}
