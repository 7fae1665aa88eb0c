import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { freePorts } from '@tributary/testing/free-ports';
import { OpenIdServer } from '@tributary/testing/openid/openid-server';
import { ConsoleBrowser, openConsole } from '../browser/browser.js';
import { expectAccessible } from '../browser/accessibility.js';
import { Client } from '../client/client.js';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';

/** Longer than a session lasts without a use. */
const longerThanIdleMs = 13 * 3_600_000;

/** A person who signs in with an OpenID provider. Restarts the product. */
export function providerSignIn(suite: EmbeddedSuite): void {
  let provider: OpenIdServer;
  let browser: ConsoleBrowser;
  let admin: Client;
  let grace: string;
  let settings: Record<string, string>;

  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    const origin = `http://127.0.0.1:${port}`;
    provider = new OpenIdServer(origin);
    await provider.start();
    settings = { PORT: String(port), ...provider.settings };
    await suite.restart(settings);
    admin = new Client(origin, suite.platform.token);
    const person = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.org', organisation_id: '1' };
    ({ id: grace } = await admin.post<{ id: string }>('/users', person));
    await admin.post(`/users/${grace}/user_roles`, { organisation_id: '1', role: 'EDITOR' });
    provider.accounts.set('grace', { email: 'grace@example.org', email_verified: true });
    provider.person = 'grace';
    browser = await openConsole(suite.platform, { path: '/d/1/compartments' });
  });
  afterAll(async () => {
    await (browser as ConsoleBrowser | undefined)?.close();
    await provider.stop();
  });

  const button = () => browser.page.getByRole('link', { name: 'Sign in with localhost' });
  const heading = () => browser.page.getByRole('heading', { name: 'Compartments', level: 1 });

  suite.step('leads from the page that was asked for to the provider and back', async () => {
    const { page } = browser;
    await button().waitFor();
    await expectAccessible(page);
    await button().click();
    await heading().waitFor();
    expect(new URL(page.url()).pathname).toBe('/d/1/compartments');
    await page.getByText('Grace Hopper').waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(browser.problems.violations).toEqual([]);
  });

  suite.step(
    'is where the link of an invitation leads, which the sign-in uses, and ends with the deletion of its user',
    async () => {
      provider.accounts.set('lin', { email: 'lin@example.org', email_verified: true });
      const { link = '', user_id } = await admin.post<{ id: string; user_id: string; link: string }>(
        '/organisations/1/invitations',
        { email: 'lin@example.org', role: 'READER' },
      );
      const invited = await ConsoleBrowser.launch(suite.platform.url);
      try {
        provider.person = 'lin';
        await invited.page.goto(`${suite.platform.url}${link}`);
        await invited.page.getByRole('heading', { name: 'You are invited to Tributary' }).waitFor();
        await invited.page.getByRole('button', { name: 'Sign in with localhost' }).click();
        await invited.page.getByText('lin example.org').waitFor();
        expect(await admin.list('/organisations/1/invitations')).toEqual([]);
        await admin.delete(`/users/${user_id}`);
        await eventually(async () => expect(await statusIn(invited)).toBe(401));
        await invited.page.reload();
        await invited.page.getByRole('link', { name: 'Sign in with localhost' }).click();
        await invited.page.getByRole('heading', { name: 'You have no access yet' }).waitFor();
      } finally {
        provider.person = 'grace';
        await invited.close();
      }
    },
  );

  suite.step('is that of another tab too, and writes', async () => {
    const tab = await browser.page.context().newPage();
    await tab.goto(`${suite.platform.url}/d/1/compartments`);
    await tab.getByRole('heading', { name: 'Compartments', level: 1 }).waitFor();
    const answer = await tab.evaluate<number>(`fetch('/v1/datamarts/1/compartments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ compartment_id: 'of-a-session', name: 'of a session' }),
    }).then(({ status }) => status)`);
    expect(answer).toBe(200);
    await tab.close();
  });

  suite.step('is not replaced by the token of a link without a question', async () => {
    const { page } = browser;
    await page.evaluate(`location.hash = 'token=${suite.platform.token}'`);
    const question = page.getByRole('dialog', { name: 'Sign in with the token of this link?' });
    await question.getByRole('button', { name: 'Do not sign in' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByText('Grace Hopper').waitFor();
  });

  suite.step('ends with a sign-out, in this browser and at the server', async () => {
    const { page } = browser;
    const cookies = await page.context().cookies();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await button().waitFor();
    const session = cookies.find(({ name }) => name === 'tributary_session');
    const headers = { cookie: `${session?.name}=${session?.value}` };
    await eventually(async () => {
      const { status } = await fetch(`${suite.platform.url}/v1/connected_user`, { headers });
      expect(status).toBe(401);
    });
  });

  suite.step('ends with a change of roles, and goes on with the new ones after another sign-in', async () => {
    const { page } = browser;
    await page.goto(`${suite.platform.url}/d/1/compartments`);
    await button().click();
    await heading().waitFor();
    const [held] = await admin.list(`/users/${grace}/user_roles`);
    await admin.put(`/users/${grace}/user_roles/${held?.id}`, { role: 'READER' });
    await eventually(async () => expect(await statusIn(browser)).toBe(401));
    await page.getByRole('link', { name: 'Channels', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByRole('link', { name: 'Sign in with localhost' }).click();
    await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
    const roles = await page.evaluate<string>(`fetch('/v1/connected_user').then((answer) => answer.text())`);
    expect(roles).toContain('READER');
    expect(roles).not.toContain('EDITOR');
  });

  suite.step('expires when it was not used for long', async () => {
    const { page } = browser;
    expect(await statusIn(browser)).toBe(200);
    const clock = pathToFileURL(path.join(import.meta.dirname, '../plugins/shift-clock.mjs')).href;
    await suite.restart({ ...settings, NODE_OPTIONS: `--import ${clock}`, CLOCK_SHIFT_MS: String(longerThanIdleMs) });
    expect(await statusIn(browser)).toBe(401);
    await page.reload();
    await button().waitFor();
  });
}

/** The status of a request that the page sends with its session. */
const statusIn = ({ page }: ConsoleBrowser) =>
  page.evaluate<number>(`fetch('/v1/connected_user').then(({ status }) => status)`);
