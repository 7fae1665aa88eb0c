import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { eventuallyShown } from '../browser/eventually-shown.js';
import { Client, type Resource } from '../client/client.js';
import { newMember } from '../client/tenant.js';
import { expectAccessible, expectAccessibleInLightAndDark } from '../browser/accessibility.js';
import { ConsoleBrowser, openConsole, type ConsoleOptions } from '../browser/browser.js';
import { startPrefixProxy } from '../browser/prefix-proxy.js';

/** How a session of the console begins and ends. */
export function sessionJourneys(platform: () => Platform): void {
  const browsers: ConsoleBrowser[] = [];
  afterEach(() => Promise.all(browsers.splice(0).map((browser) => browser.close())));
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
      await expectAccessibleInLightAndDark(browser, 'sign-in');
      await browser.expectNoViolations();
    },
  );

  it('is signed in by the link of the first start, which leaves no token in the address', async () => {
    const { token } = platform();
    const browser = await open(platform(), { token });
    await browser.page.getByRole('navigation').first().waitFor();
    expect(browser.page.url()).not.toContain(token);
    await browser.screenshot('home');
    await browser.expectNoViolations();
  });

  describe('whose files are lost on the way, as when the network of the browser changes,', () => {
    /**
     * Opens the page.
     *
     * @param isLost whether the n-th of the files is lost, and in which load of the page, both from 1
     */
    async function openWithLosses(isLost: (file: number, load: number) => boolean, files = '**/assets/*.js') {
      const { url, token } = platform();
      const browser = await ConsoleBrowser.launch(url);
      browsers.push(browser);
      const { page } = browser;
      let [loads, requested] = [0, 0];
      let loses = isLost;
      const arrive = () => void (loses = () => false);
      const lose = () => void (loses = () => true);
      page.on('request', (request) => void (request.isNavigationRequest() && (loads += 1)));
      await page.route(files, (route) => (loses(++requested, loads) ? route.abort('failed') : route.continue()));
      await page.goto(`${url}/d/1/live#token=${token}`);
      return { page, arrive, lose };
    }

    it.each<[string, (file: number, load: number) => boolean, string]>([
      ['one script is lost', (file) => file === 1, '**/assets/*.js'],
      ['all scripts are lost four times', (_file, load) => load <= 4, '**/assets/*.js'],
      ['one stylesheet is lost', (file) => file === 1, '**/assets/*.css'],
    ])('loads again by itself when %s', async (_case, isLost, files) => {
      const { page } = await openWithLosses(isLost, files);
      const cause = `performance.getEntriesByType('navigation')[0].type`;
      await eventually(async () => expect(await page.evaluate(cause)).toBe('reload'));
      await page.getByRole('navigation').first().waitFor();
      expect(new URL(page.url()).pathname).toBe('/d/1/live');
    });

    it('is loaded again, also one of its pages', async () => {
      const { page, lose, arrive } = await openWithLosses(() => false);
      const openProcessings = async () => {
        await page.getByRole('navigation').first().waitFor();
        lose();
        await page.getByRole('link', { name: 'Processings' }).click();
      };
      const retry = page.getByRole('button', { name: 'Try again' });
      // The network of a busy machine may change meanwhile, too.
      const arrives = () =>
        eventuallyShown(async (timeout) => {
          if (await retry.isVisible()) await retry.click();
          await page.getByRole('heading', { name: 'Processings' }).waitFor({ timeout });
        });
      await openProcessings();
      // The first time, the router loads everything again by itself.
      await page.getByText('The files of the console did not arrive').waitFor();
      arrive();
      await arrives();
      await page.goto(`${platform().url}/d/1/live`);
      await openProcessings();
      await page.getByText('This part of the console failed').waitFor();
      arrive();
      await arrives();
    });

    it('says so after a while, and loads when the user asks for it', async () => {
      const { page, arrive } = await openWithLosses(() => true);
      await page.getByText('The files of the console did not arrive').waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await expectAccessible(page);
      arrive();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('navigation').first().waitFor();
    });
  });

  it('works below a path prefix that a reverse proxy removes', async () => {
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
  });

  async function signIn({ page }: ConsoleBrowser, token: string): Promise<void> {
    await page.getByLabel('API token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  it('does not begin with a wrong token', async () => {
    const browser = await open(platform());
    await signIn(browser, 'wrong-'.repeat(8));
    await browser.page.getByText(/token is malformed, unknown, expired or revoked/).waitFor();
    await signIn(browser, platform().token);
    await browser.page.getByRole('navigation').first().waitFor();
    await browser.expectNoViolations();
  });

  it('distinguishes a server that does not answer from a wrong token', async () => {
    const browser = await open(platform());
    await browser.page.getByLabel('API token').waitFor();
    await browser.page.context().setOffline(true);
    await signIn(browser, platform().token);
    await browser.page.getByText('the server does not answer').waitFor();
    await browser.page.context().setOffline(false);
    await browser.page.getByRole('button', { name: 'Try again' }).click();
    await browser.page.getByRole('navigation').first().waitFor();
  });

  it('goes on by itself when the server answers again', async () => {
    const { page } = await open(platform(), { token: platform().token, path: '/d/1/live' });
    await page.getByRole('navigation').first().waitFor();
    const user = '**/v1/connected_user';
    await page.route(user, (route) => route.abort());
    await page.reload();
    await page.getByText('The console tries again by itself').waitFor();
    await page.unroute(user);
    await page.getByRole('navigation').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/d/1/live');
  });

  it('ends when its token is revoked, says so, and goes on at the same page with another token', async () => {
    const { url, token } = platform();
    const admin = new Client(url, token);
    const made = await admin.post<Resource & { value: string }>('/users/1/api_tokens', { name: 'to be revoked' });
    const browser = await open(platform(), { token: made.value, path: '/d/1/compartments' });
    await browser.page.getByRole('heading', { name: 'Compartments' }).waitFor();
    await admin.delete(`/users/1/api_tokens/${made.id}`);
    await browser.page.getByRole('link', { name: 'Processings' }).click();
    await browser.page.getByText('Your session has ended').waitFor();
    await signIn(browser, token);
    await browser.page.getByRole('heading', { name: 'Processings' }).waitFor();
    await browser.expectNoViolations();
  });

  it('of a READER offers nothing that the role may not do, and that of an admin does (control)', async () => {
    const admin = new Client(platform().url, platform().token);
    const reader = await newMember(admin, { organisation_id: '1', datamart_id: '1' }, 'READER');
    for (const [token, buttons] of [
      [reader.client.token, 0],
      [admin.token, 1],
    ] as const) {
      const { page } = await open(platform(), { token, path: '/d/1/compartments' });
      await page.getByRole('row').nth(1).waitFor();
      expect(await page.getByRole('button', { name: 'Create a compartment' }).count()).toBe(buttons);
      expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(buttons);
    }
  });

  it('survives a cut of the network', async () => {
    const { page } = await open(platform(), { token: platform().token, path: '/d/1/compartments' });
    await page.getByRole('row').nth(1).waitFor();
    await page.context().setOffline(true);
    await page.getByText(/The network is gone/).waitFor();
    await page.getByRole('link', { name: 'Channels' }).click();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Channels', exact: true }).waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
  });
}
