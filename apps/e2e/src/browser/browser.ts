import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@jest/globals';
import { testingConfig, type TestingConfig } from '@tributary/testing/config';
import type { Platform } from '@tributary/testing/processes/platform';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { PageProblems } from './page-problems.js';

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// Shorter than the time of a test, so that the message names what was not there. A page opens in 2 s on a quiet machine.
const timeoutMs = 120_000;
const screenshots = path.join(import.meta.dirname, '../../.test-results/console');

export interface ConsoleOptions {
  /** Opens the link that signs in with this token; without it the page opens signed out. */
  token?: string;
  /** Path of the page. */
  path?: string;
  /** Settings of the person, as a profile of Chromium has them. */
  preferences?: object;
  /** Whether pages that are left are kept for the way back, as browsers of people do. */
  hasBackForwardCache?: boolean;
}

/** A browser of its own with the console: no other suite's session, cache or settings. */
export class ConsoleBrowser {
  private constructor(
    readonly page: Page,
    readonly problems: PageProblems,
    private readonly context: BrowserContext,
    private readonly profile: string,
  ) {}

  static async launch(
    url: string,
    { preferences, hasBackForwardCache = false }: ConsoleOptions = {},
  ): Promise<ConsoleBrowser> {
    const executablePath = findChromium();
    const profile = await mkdtemp(path.join(tmpdir(), 'tributary-browser-'));
    if (preferences) {
      await mkdir(path.join(profile, 'Default'));
      await writeFile(path.join(profile, 'Default/Preferences'), JSON.stringify(preferences));
    }
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: browserArguments,
      ...(hasBackForwardCache && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
      headless: true,
      timeout: timeoutMs,
      viewport: { width: 1_280, height: 800 },
      // A dialog that still fades in has other colours than people see.
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(timeoutMs);
    const problems = new PageProblems(new URL(url).origin);
    await problems.watch(context);
    const page = context.pages()[0] ?? (await context.newPage());
    return new ConsoleBrowser(page, problems, context, profile);
  }

  /** Fails if the page has broken its content security policy, used another server, or logged an error. */
  async expectNoViolations(): Promise<void> {
    // The browser reports events in order: what happened before this round trip has arrived.
    await this.page.evaluate('0');
    const { violations, foreignRequests, errors } = this.problems;
    expect({ violations, foreignRequests, errors }).toEqual({ violations: [], foreignRequests: [], errors: [] });
  }

  /** Writes .test-results/console/NAME.png. @returns its path */
  async screenshot(name: string, { dark = false } = {}): Promise<string> {
    await mkdir(screenshots, { recursive: true });
    await this.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    const file = path.join(screenshots, `${name}${dark ? '-dark' : ''}.png`);
    await this.page.screenshot({ path: file, fullPage: true });
    return file;
  }

  async close(): Promise<void> {
    await this.context.close();
    // Its processes may still write there.
    await rm(this.profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Opens the console of a platform of any shape. Close the browser after use. */
export async function openConsole(
  { url }: Pick<Platform, 'url'>,
  { token, path: pagePath = '/', ...options }: ConsoleOptions = {},
): Promise<ConsoleBrowser> {
  const browser = await ConsoleBrowser.launch(url, options);
  const fragment = token === undefined ? '' : `#token=${encodeURIComponent(token)}`;
  await browser.page.goto(`${url}${pagePath}${fragment}`).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  return browser;
}

/** @throws if there is none: a suite that needs a browser is never skipped. */
export function findChromium({ CHROMIUM }: Pick<TestingConfig, 'CHROMIUM'> = testingConfig()): string {
  if (existsSync(CHROMIUM)) return CHROMIUM;
  throw new Error(`There is no Chromium at ${CHROMIUM}. Install one (Debian: chromium), or set CHROMIUM to its path.`);
}
