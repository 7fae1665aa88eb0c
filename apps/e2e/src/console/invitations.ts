import { randomUUID } from 'node:crypto';
import { afterEach, expect } from '@jest/globals';
import { Client } from '../client/client.js';
import { expectAccessible } from '../browser/accessibility.js';
import { ConsoleBrowser } from '../browser/browser.js';
import { openSession } from '../browser/console-session.js';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';
import { keepSecret } from './pages/keep-secret.js';

/** How a person who is invited comes in, without a provider of sign-ins. */
export function invitations(suite: EmbeddedSuite): void {
  const browsers: ConsoleBrowser[] = [];
  afterEach(() => Promise.all(browsers.splice(0).map((browser) => browser.close())));

  /** Invites a person on the page Users. */
  async function invite(email: string) {
    const session = await openSession(suite.platform);
    browsers.push(session.browser);
    const { page } = session;
    await session.open('/d/1/access/users');
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = page.getByRole('dialog', { name: 'Invite a person' });
    await form.getByLabel('E-mail').fill(email);
    await form.getByLabel('Role').selectOption('EDITOR');
    await form.getByRole('button', { name: 'Invite' }).click();
    const link = await keepSecret(page);
    await page.getByRole('row', { name: email }).getByText('EDITOR').waitFor();
    return { ...session, link };
  }

  /** Opens a link in a browser of its own. */
  async function openLink(link: string): Promise<ConsoleBrowser> {
    const browser = await ConsoleBrowser.launch(suite.platform.url);
    browsers.push(browser);
    await browser.page.goto(link);
    await browser.page.getByRole('heading', { name: 'You are invited to Tributary' }).waitFor();
    return browser;
  }

  suite.step('makes a token with the link, once, and signs in with it', async () => {
    const email = `${randomUUID()}@example.com`;
    const { link, page: adminPage, open } = await invite(email);
    expect(link).toMatch(new RegExp(`^${suite.platform.url}/invitation#tbi_`));
    const { page, ...browser } = await openLink(link);
    expect(page.url()).toBe(`${suite.platform.url}/invitation`);
    const accept = page.getByRole('button', { name: 'Make my API token' });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    // A program that looks at links, or another page with it, uses nothing up.
    await openLink(link);
    await accept.click();
    const client = new Client(suite.platform.url, await keepSecret(page));
    expect(await client.get('/connected_user')).toMatchObject({ email, roles: [{ role: 'EDITOR' }] });
    await page.getByRole('navigation').first().waitFor();
    await page
      .getByText(email.split('@')[0]?.split('-')[0] ?? '')
      .first()
      .waitFor();
    expect(browser.problems.violations).toEqual([]);
    const late = await openLink(link);
    await late.page.getByRole('button', { name: 'Make my API token' }).click();
    await late.page.getByText('unknown, used, revoked or older than 24 hours').waitFor();
    await expectAccessible(late.page);
    await open('/d/1/access/users');
    await adminPage.getByRole('row', { name: email }).first().waitFor();
    expect(await adminPage.getByRole('button', { name: `Revoke the invitation of ${email}` }).count()).toBe(0);
  });

  suite.step('is refused after the invitation was revoked', async () => {
    const email = `${randomUUID()}@example.com`;
    const { link, page } = await invite(email);
    const revoke = page.getByRole('button', { name: `Revoke the invitation of ${email}` });
    await revoke.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await revoke.waitFor({ state: 'detached' });
    const late = await openLink(link);
    await late.page.getByRole('button', { name: 'Make my API token' }).click();
    await late.page.getByText('unknown, used, revoked or older than 24 hours').waitFor();
  });
}
