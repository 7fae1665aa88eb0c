import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { Client } from '../client/client.js';
import { openConsole, type ConsoleBrowser } from '../browser/browser.js';

let platform: Platform;
let browser: ConsoleBrowser;

beforeAll(async () => {
  platform = await startPlatform({ shape: 'embedded', settings: { API_TOKEN_LIFETIME: '15s' } });
  browser = await openConsole(platform, { token: platform.token, path: '/d/1/compartments' });
});

afterAll(async () => {
  await (browser as ConsoleBrowser | undefined)?.close();
  await (platform as Platform | undefined)?.stop();
});

describe('a token that expires', () => {
  it('ends the session in mid-use, and begins no other one', async () => {
    const { page } = browser;
    await page.getByRole('row').nth(1).waitFor();
    const { url, token } = platform;
    await eventually(() => new Client(url, token).expectError(401, 'TOKEN_ERROR', 'GET', '/connected_user'), {
      within: 60_000,
    });
    await page.getByRole('link', { name: 'Channels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('API token').fill(token);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText(/^the API token is malformed, unknown, expired or revoked/).waitFor();
    await page.reload();
    await page.waitForURL(/\/sign-in/);
    await browser.expectNoViolations();
  });
});
