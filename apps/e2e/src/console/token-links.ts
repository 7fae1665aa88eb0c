import { afterEach, expect, it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import type { Page } from 'playwright-core';
import { Client, type Resource } from '../client/client.js';
import { newMember } from '../client/tenant.js';
import { expectAccessible } from '../browser/accessibility.js';
import { openConsole, type ConsoleBrowser } from '../browser/browser.js';
import { openWaitingTab } from '../browser/waiting-tab.js';

/** Links with a token, opened in a browser with a session. That of a browser without one is in `sessionJourneys`. */
export function tokenLinks(platform: () => Platform): void {
  const browsers: ConsoleBrowser[] = [];
  afterEach(() => Promise.all(browsers.splice(0).map((browser) => browser.close())));

  const question = (page: Page) => page.getByRole('dialog', { name: 'Sign in with the token of this link?' });
  const button = (page: Page, name: string) => question(page).getByRole('button', { name });
  const tokenOf = (page: Page) => page.evaluate<string | null>(`sessionStorage.getItem('tributary.token')`);
  const linkOf = (token: string) => `${platform().url}/d/1/compartments#token=${token}`;

  /** A browser in which the first user is signed in, and the token of another user. */
  async function begin() {
    const admin = new Client(platform().url, platform().token);
    const { client, user } = await newMember(admin, { organisation_id: '1', datamart_id: '1' }, 'READER');
    const browser = await openConsole(platform(), { token: admin.token });
    browsers.push(browser);
    await browser.page.getByRole('navigation').first().waitFor();
    return { browser, admin, other: client.token, email: String(user['email']) };
  }

  /** In a new tab, beside one with a session. */
  async function openLink({ page }: ConsoleBrowser, token: string): Promise<Page> {
    const tab = await openWaitingTab(page);
    await tab.goto(linkOf(token));
    return tab;
  }

  it('asks in a new tab before it signs in as another user, and says who that is', async () => {
    const { browser, other, email } = await begin();
    const tab = await openLink(browser, other);
    await question(tab).getByText(email).waitFor();
    await question(tab).getByText('A READER').waitFor();
    await question(tab).getByText('Organisation 1').waitFor();
    expect(tab.url()).not.toContain(other);
    expect(await tab.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain(other);
    await expectAccessible(tab);
    await button(tab, 'Do not sign in').click();
    await question(tab).waitFor({ state: 'detached' });
    await tab.getByLabel('API token').waitFor();
    expect(await tokenOf(tab)).toBeNull();
    await browser.expectNoViolations();
  });

  it('signs in, at the page of the link, when the user says so; the other tab goes on', async () => {
    const { browser, admin, other } = await begin();
    const tab = await openLink(browser, other);
    await button(tab, 'Sign in to this account').click();
    await tab.getByRole('heading', { name: 'Compartments' }).waitFor();
    expect([await tokenOf(tab), await tokenOf(browser.page)]).toEqual([other, admin.token]);
    await browser.expectNoViolations();
  });

  it('asks in the tab of a session, which stays until the user says so', async () => {
    const { browser, admin, other } = await begin();
    const { page } = browser;
    await page.evaluate(`location.hash = 'token=${other}'`);
    await button(page, 'Do not sign in').click();
    await question(page).waitFor({ state: 'detached' });
    expect(await tokenOf(page)).toBe(admin.token);
    await page.evaluate(`location.hash = 'token=${other}'`);
    await button(page, 'Sign in to this account').click();
    await question(page).waitFor({ state: 'detached' });
    await page.getByRole('navigation').first().waitFor();
    expect(await tokenOf(page)).toBe(other);
  });

  it('says that a token is not accepted, and the session stays', async () => {
    const { browser, admin } = await begin();
    const { page } = browser;
    await page.evaluate(`location.hash = 'token=${'wrong-'.repeat(8)}'`);
    const refusal = page.getByRole('dialog', { name: 'The link does not sign you in' });
    await refusal.getByText(/token is malformed, unknown, expired or revoked/).waitFor();
    await refusal.getByRole('button', { name: 'Close' }).click();
    await refusal.waitFor({ state: 'detached' });
    expect(await tokenOf(page)).toBe(admin.token);
  });

  it('signs in at once as the user of the other tab, and after a sign-out (controls)', async () => {
    const { browser, admin, other } = await begin();
    const made = await admin.post<Resource & { value: string }>('/users/1/api_tokens', { name: 'of the same user' });
    const same = await openLink(browser, made.value);
    await same.getByRole('heading', { name: 'Compartments' }).waitFor();
    expect(await tokenOf(same)).toBe(made.value);
    await same.close();
    await browser.page.getByRole('button', { name: 'Sign out' }).click();
    await browser.page.getByLabel('API token').waitFor();
    const tab = await browser.page.context().newPage();
    await tab.goto(linkOf(other));
    await tab.getByRole('heading', { name: 'Compartments' }).waitFor();
    expect(await tokenOf(tab)).toBe(other);
  });
}
