import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { suiteTimeoutMs } from '../suite/step.js';
import { expectAccessible } from './accessibility.js';
import { openConsole, type ConsoleBrowser, type ConsoleOptions } from './browser.js';
import { consolePages } from './console-pages.js';
import { startPrefixProxy } from './prefix-proxy.js';

let directory: string;
let platform: Platform;
const open: ConsoleBrowser[] = [];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-console-'));
  platform = await startPlatform({ shape: 'embedded', dataDirectory: path.join(directory, 'data') });
}, suiteTimeoutMs);
afterEach(() => Promise.all(open.splice(0).map((browser) => browser.close())), suiteTimeoutMs);
afterAll(async () => {
  await (platform as Platform | undefined)?.stop();
  await rm(directory, { recursive: true, force: true });
}, suiteTimeoutMs);

async function opened(options?: ConsoleOptions): Promise<ConsoleBrowser> {
  const browser = await openConsole(platform, options);
  open.push(browser);
  return browser;
}

describe('the console of one process', () => {
  it(
    'asks a visitor to sign in, by the rules of its policy and accessibly',
    async () => {
      const browser = await opened();
      await browser.page.locator('input').first().waitFor();
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
      const { token } = platform;
      const browser = await opened({ token });
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
      const { token } = platform;
      const proxy = await startPrefixProxy(platform.url, '/tools/tributary');
      try {
        const browser = await openConsole(proxy, { token, path: '/d/1/live' });
        open.push(browser);
        await browser.page.getByRole('navigation').first().waitFor();
        expect(new URL(browser.page.url()).pathname).toBe('/tools/tributary/d/1/live');
        await browser.expectNoViolations();
      } finally {
        proxy.stop();
      }
    },
    suiteTimeoutMs,
  );

  it(
    'opens at the address of a page, too',
    async () => {
      const browser = await opened({ path: '/d/1/live' });
      await browser.page.locator('input').first().waitFor();
      await browser.expectNoViolations();
    },
    suiteTimeoutMs,
  );

  consolePages(() => platform);
});
