import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { expectAccessible, expectAccessibleInLightAndDark } from '../browser/accessibility.js';
import { openConsole, type ConsoleBrowser } from '../browser/browser.js';
import { overflowOf } from '../browser/overflow.js';
import { startPrefixProxy } from '../browser/prefix-proxy.js';

const phone = { width: 390, height: 800 };
const desk = { width: 1_280, height: 800 };

/** The guide in a browser: its search, its pages on a phone, and the way from the console. */
export function guidePages(platform: () => Platform): void {
  let browser: ConsoleBrowser;
  const open = (address: string) => browser.page.goto(`${platform().url}/guide/${address}`);
  const heading = (name: string) => browser.page.getByRole('heading', { level: 1, name }).waitFor();
  beforeAll(async () => {
    browser = await openConsole(platform(), { path: '/guide/' });
  });
  // The policy of the pages forbids all that they do not need.
  afterEach(() => browser.expectNoViolations());
  afterAll(() => (browser as ConsoleBrowser | undefined)?.close());

  it('the search finds a page by its words, and the keyboard opens it', async () => {
    await heading('Tributary guide');
    await browser.page.keyboard.press('/');
    await browser.page.keyboard.type('script tag for a website');
    await browser.page.getByRole('search').getByRole('link').first().waitFor();
    await expectAccessible(browser.page);
    await browser.page.keyboard.press('Enter');
    await heading('Track my website');
  });

  it('the search finds a part of a page, forgives a typing error, and says if there is nothing', async () => {
    const field = browser.page.getByRole('searchbox', { name: 'Search the guide' });
    await open('clients/python');
    await field.fill('keyclok');
    await browser.page.getByRole('search').getByRole('link', { name: 'Keycloak' }).click();
    await heading('Sign-in');
    expect(new URL(browser.page.url())).toMatchObject({ pathname: '/guide/sign-in', hash: '#keycloak' });
    await field.fill('xyzzyq');
    await browser.page.getByRole('status').filter({ hasText: 'Nothing found' }).waitFor();
  });

  it.each(['', 'api-guide', 'configuration', 'console', 'clients/python', 'adr/0005-bus'])(
    'the page "%s" is accessible in light and dark, and fits a phone',
    async (address) => {
      await open(address);
      await expectAccessibleInLightAndDark(browser, `guide-${address.replace('/', '-')}`);
      await browser.page.setViewportSize(phone);
      try {
        expect(await overflowOf(browser.page)).toEqual([]);
        await expectAccessible(browser.page);
        // The list of pages is behind the page, one touch away.
        await browser.page.getByRole('link', { name: 'Pages', exact: true }).click();
        expect(new URL(browser.page.url()).hash).toBe('#pages');
      } finally {
        await browser.page.setViewportSize(desk);
      }
    },
  );

  it('a page of the console links its part of the guide', async () => {
    const session = await openConsole(platform(), { token: platform().token, path: '/d/1/live' });
    const [opened] = await Promise.all([
      session.page.waitForEvent('popup'),
      session.page.getByRole('main').getByRole('link', { name: 'Guide' }).click(),
    ]);
    await opened.getByRole('heading', { level: 2, name: 'Live' }).waitFor();
    expect(new URL(opened.url())).toMatchObject({ pathname: '/guide/console', hash: '#live' });
    await session.expectNoViolations();
    await session.close();
  });

  it('the API reference that the console opens calls the API with its session', async () => {
    const session = await openConsole(platform(), { token: platform().token, path: '/d/1/live' });
    const [reference] = await Promise.all([
      session.page.waitForEvent('popup'),
      session.page.getByRole('link', { name: 'API reference' }).click(),
    ]);
    const first = reference.locator('.opblock-tag').first();
    await first.waitFor();
    expect(await first.innerText()).toMatch(/^Tracking/);
    await reference.locator('.opblock-tag', { hasText: /^Users/ }).click();
    const operation = reference.locator('#operations-Users-getConnectedUser');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table td.response-col_status').filter({ hasText: '200' }).waitFor();
    await session.close();
  });

  it('works below the path prefix of a reverse proxy', async () => {
    const proxy = await startPrefixProxy(platform().url, '/tributary');
    const proxied = await openConsole(proxy, { path: '/guide' });
    try {
      await proxied.page.getByRole('searchbox', { name: 'Search the guide' }).fill('what is a datamart');
      await proxied.page.getByRole('search').getByRole('link').first().click();
      await proxied.page.getByRole('heading', { level: 1, name: 'What is a datamart' }).waitFor();
      expect(proxied.page.url()).toBe(`${proxy.url}/guide/datamart`);
      await proxied.expectNoViolations();
    } finally {
      await proxied.close();
      proxy.stop();
    }
  });
}
