import { afterAll, beforeAll } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { openConsole, type ConsoleBrowser } from '../browser/browser.js';
import { Client } from '../client/client.js';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';

/** A token that expires while its page is in use. Restarts the product. */
export function expiredToken(suite: EmbeddedSuite): void {
  let token: string;
  let browser: ConsoleBrowser;

  beforeAll(async () => {
    await suite.restart({ API_TOKEN_LIFETIME: '20s' });
    // On a busy machine a token may expire before its page is there.
    await eventually(openPage);
  });
  afterAll(() => (browser as ConsoleBrowser | undefined)?.close());

  async function openPage(): Promise<void> {
    const admin = new Client(suite.platform.url, suite.platform.token);
    await (browser as ConsoleBrowser | undefined)?.close();
    browser = await openConsole(suite.platform, { path: '/d/1/compartments' });
    ({ value: token } = await admin.post<{ value: string }>('/users/1/api_tokens', { name: 'short' }));
    await browser.page.getByLabel('API token').fill(token);
    await browser.page.getByRole('button', { name: 'Sign in' }).click();
    await browser.page.getByRole('row').nth(1).waitFor({ timeout: 20_000 });
  }

  suite.step('ends the session in mid-use, and begins no other one', async () => {
    const { page } = browser;
    const client = new Client(suite.platform.url, token);
    await eventually(() => client.expectError(401, 'TOKEN_ERROR', 'GET', '/connected_user'));
    await page.getByRole('link', { name: 'Channels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('API token').fill(token);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText(/^the API token is malformed, unknown, expired or revoked/).waitFor();
    await page.reload();
    await page.waitForURL(/\/sign-in/);
    await browser.expectNoViolations();
  });
}
