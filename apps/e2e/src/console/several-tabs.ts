import { afterEach, expect, it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import type { Page } from 'playwright-core';
import { Client, type Resource } from '../client/client.js';
import { newMember } from '../client/tenant.js';
import { openConsole, type ConsoleBrowser } from '../browser/browser.js';
import { openWaitingTab } from '../browser/waiting-tab.js';

/** The session of a token, in several tabs of one browser. */
export function severalTabs(platform: () => Platform): void {
  const browsers: ConsoleBrowser[] = [];
  afterEach(() => Promise.all(browsers.splice(0).map((browser) => browser.close())));

  const page = '/d/1/compartments';
  const heading = (tab: Page) => tab.getByRole('heading', { name: 'Compartments', level: 1 });
  const field = (tab: Page) => tab.getByLabel('API token');
  const tokenOf = (tab: Page) => tab.evaluate<string | null>(`sessionStorage.getItem('tributary.token')`);
  const admin = () => new Client(platform().url, platform().token);
  const signOut = (tab: Page) => tab.getByRole('button', { name: 'Sign out' }).click();

  async function begin(token: string) {
    const browser = await openConsole(platform(), { token, path: page });
    browsers.push(browser);
    await heading(browser.page).waitFor();
    const openTab = async (address = page, opened = browser.page.context().newPage()) => {
      const tab = await opened;
      await tab.goto(`${platform().url}${address}`);
      return tab;
    };
    return { browser, first: browser.page, openTab };
  }

  async function signIn(tab: Page, token: string): Promise<void> {
    await field(tab).fill(token);
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  it('is that of a new tab, at the page of its address, and is stored nowhere', async () => {
    const { browser, openTab } = await begin(admin().token);
    const tab = await openTab();
    await heading(tab).waitFor();
    expect(await tokenOf(tab)).toBe(admin().token);
    expect(await tab.evaluate<string>('JSON.stringify({ ...localStorage })')).not.toContain(admin().token);
    await browser.expectNoViolations();
  });

  it('ends in all of them by a sign-out, and that of another user goes on and is lent to no tab that signed out', async () => {
    const { client } = await newMember(admin(), { organisation_id: '1', datamart_id: '1' }, 'READER');
    const { first, openTab } = await begin(admin().token);
    const second = await openTab();
    const other = await openTab(`${page}#token=${client.token}`, openWaitingTab(first));
    await heading(second).waitFor();
    await other.getByRole('button', { name: 'Sign in to this account' }).click();
    await heading(other).waitFor();
    await signOut(first);
    for (const tab of [first, second]) await field(tab).waitFor();
    // A tab that is new has the session of the one that is left.
    const third = await openTab();
    await heading(third).waitFor();
    expect(await Promise.all([first, second, other, third].map(tokenOf))).toEqual([
      null,
      null,
      client.token,
      client.token,
    ]);
    await signIn(first, admin().token);
    for (const tab of [first, second]) await heading(tab).waitFor();
    expect(await Promise.all([second, other].map(tokenOf))).toEqual([admin().token, client.token]);
  });

  it('goes on in each of them when its user signs in again in one; another user interrupts nothing', async () => {
    const member = await newMember(admin(), { organisation_id: '1', datamart_id: '1' }, 'EDITOR');
    const made = await admin().post<Resource & { value: string }>('/users/1/api_tokens', { name: 'to be revoked' });
    const { first, openTab } = await begin(made.value);
    const second = await openTab();
    await heading(second).waitFor();
    await admin().delete(`/users/1/api_tokens/${made.id}`);
    const dialog = (tab: Page) => tab.getByRole('dialog', { name: 'Your session has ended' });
    for (const tab of [first, second]) {
      await tab.getByRole('link', { name: 'Channels' }).first().click();
      await dialog(tab).waitFor();
    }
    const third = await openTab('/sign-in');
    await signIn(third, member.client.token);
    await third.getByRole('navigation').first().waitFor();
    for (const tab of [first, second]) expect(await dialog(tab).isVisible()).toBe(true);
    await signIn(first, admin().token);
    for (const tab of [first, second]) await dialog(tab).waitFor({ state: 'detached' });
    expect(await Promise.all([first, second, third].map(tokenOf))).toEqual([
      admin().token,
      admin().token,
      member.client.token,
    ]);
  });
}
