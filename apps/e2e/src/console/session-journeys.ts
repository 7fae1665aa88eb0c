import { afterEach, expect, it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { suiteTimeoutMs } from '../suite/step.js';
import { expectAccessible } from './accessibility.js';
import { openConsole, type ConsoleBrowser, type ConsoleOptions } from './browser.js';
import { startPrefixProxy } from './prefix-proxy.js';

/** How a session of the console begins and ends. */
export function sessionJourneys(platform: () => Platform): void {
  const browsers: ConsoleBrowser[] = [];
  afterEach(() => Promise.all(browsers.splice(0).map((browser) => browser.close())), suiteTimeoutMs);
  const open = async (on: { url: string }, options?: ConsoleOptions) => {
    const browser = await openConsole(on, options);
    browsers.push(browser);
    return browser;
  };

  it.each(['/', '/d/1/live'])(
    'at %s it asks a visitor to sign in, by the rules of its policy and accessibly',
    async (path) => {
      const browser = await open(platform(), { path });
      await browser.page.getByRole('button', { name: 'Sign in' }).waitFor();
      for (const dark of [false, true]) {
        await browser.screenshot('sign-in', { dark });
        await expectAccessible(browser.page);
      }
      await browser.expectNoViolations();
    },
    suiteTimeoutMs,
  );

  it(
    'is signed in by the link of the first start, which leaves no token in the address',
    async () => {
      const { token } = platform();
      const browser = await open(platform(), { token });
      await browser.page.getByRole('navigation').first().waitFor();
      expect(browser.page.url()).not.toContain(token);
      await browser.screenshot('home');
      await browser.expectNoViolations();
    },
    suiteTimeoutMs,
  );

  it(
    'works below a path prefix that a reverse proxy removes',
    async () => {
      const { token, url } = platform();
      const proxy = await startPrefixProxy(url, '/tools/tributary');
      try {
        const browser = await open(proxy, { token, path: '/d/1/live' });
        await browser.page.getByRole('navigation').first().waitFor();
        expect(new URL(browser.page.url()).pathname).toBe('/tools/tributary/d/1/live');
        await browser.expectNoViolations();
      } finally {
        proxy.stop();
      }
    },
    suiteTimeoutMs,
  );
}
