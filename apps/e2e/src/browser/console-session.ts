import type { Platform } from '@tributary/testing/processes/platform';
import type { Page } from 'playwright-core';
import { Client } from '../client/client.js';
import { openConsole, type ConsoleBrowser } from './browser.js';

/** A tab of the console in which a user is signed in. */
export interface ConsoleSession {
  platform: Pick<Platform, 'url' | 'token'>;
  /** Calls the API with the token of the tab. */
  client: Client;
  browser: ConsoleBrowser;
  page: Page;
  /** Opens a page by its address, `/d/1/live`, and waits until its heading is there and nothing loads any more. */
  open: (path: string) => Promise<void>;
}

/** @param token of the user; that of the first administrator unless given */
export async function openSession(platform: Pick<Platform, 'url' | 'token'>, token = platform.token) {
  const browser = await openConsole(platform, { token });
  const { page } = browser;
  const session: ConsoleSession = {
    platform,
    client: new Client(platform.url, token),
    browser,
    page,
    open: async (path) => {
      // The token is in the tab's session storage, which stays through the navigation.
      await page.goto(`${platform.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // A part that is folded may load when it is opened.
      await page.locator('[aria-busy=true]').filter({ visible: true }).first().waitFor({ state: 'detached' });
    },
  };
  await page.getByRole('heading', { level: 1 }).waitFor();
  return session;
}
