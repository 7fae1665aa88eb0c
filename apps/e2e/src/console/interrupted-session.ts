import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import type { Page } from 'playwright-core';
import { eventuallyShown } from '../browser/eventually-shown.js';
import { Client, type Resource } from '../client/client.js';
import { newMember } from '../client/tenant.js';
import { expectAccessibleInLightAndDark } from '../browser/accessibility.js';
import { openSession, type ConsoleSession } from '../browser/console-session.js';

/** A session whose token is revoked while its page is in use. */
export function interruptedSession(platform: () => Platform): void {
  const sessions: ConsoleSession[] = [];
  afterEach(() => Promise.all(sessions.splice(0).map(({ browser }) => browser.close())));

  /** In a tab of its own. `revoke` ends the token at every gateway. */
  async function begin() {
    const admin = new Client(platform().url, platform().token);
    const made = await admin.post<Resource & { value: string }>('/users/1/api_tokens', { name: 'to be revoked' });
    const session = await openSession(platform(), made.value);
    sessions.push(session);
    return { ...session, admin, revoke: () => admin.delete(`/users/1/api_tokens/${made.id}`) };
  }

  const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

  async function signIn(page: Page, token: string): Promise<void> {
    await signInAgain(page).getByLabel('API token').fill(token);
    await signInAgain(page).getByRole('button', { name: 'Sign in' }).click();
  }

  /** Fills the form of a new compartment, and sends it with a token that is revoked. */
  async function sendForm({ page, open, revoke }: Awaited<ReturnType<typeof begin>>, id: string) {
    await open('/d/1/compartments');
    await page.getByRole('button', { name: 'Create a compartment' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create a compartment' });
    await form.getByRole('textbox', { name: 'Id' }).fill(id);
    await form.getByRole('textbox', { name: 'Name' }).fill(`Name of ${id}`);
    await revoke();
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await signInAgain(page).waitFor();
    return form;
  }

  it('keeps what was typed in, and saves it once after the sign-in', async () => {
    const session = await begin();
    const { page, admin, browser } = session;
    const id = `kept-${randomUUID()}`;
    const form = await sendForm(session, id);
    await expectAccessibleInLightAndDark(browser, 'sign-in-again');
    // Neither of them may close the form, or open something else.
    for (const key of ['Escape', 'Escape', 'Control+k']) await page.keyboard.press(key);
    await signIn(page, 'wrong-'.repeat(8));
    await signInAgain(page)
      .getByText(/token is malformed, unknown, expired or revoked/)
      .waitFor();
    const stored = await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })');
    expect(stored).not.toMatch(new RegExp(`wrong-|${id}`));

    await signIn(page, admin.token);
    await signInAgain(page).waitFor({ state: 'detached' });
    expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(`Name of ${id}`);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('cell', { name: id, exact: true }).waitFor();
    const registered = await admin.list('/datamarts/1/compartments?max_results=500');
    expect(registered.filter(({ compartment_id }) => compartment_id === id)).toHaveLength(1);
    await browser.expectNoViolations();
  });

  it('gives nothing of it to another user, who sees the same page', async () => {
    const session = await begin();
    const { page, admin, browser } = session;
    const id = `left-${randomUUID()}`;
    await sendForm(session, id);
    const other = await newMember(admin, { organisation_id: '1', datamart_id: '1' }, 'READER');
    await signIn(page, other.client.token);
    await signInAgain(page).waitFor({ state: 'detached' });
    await page.getByRole('row').nth(1).waitFor();
    expect(new URL(page.url()).pathname).toBe('/d/1/compartments');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Create a compartment' }).count()).toBe(0);
    expect(await page.content()).not.toContain(id);
    await browser.expectNoViolations();
  });

  it('can be left', async () => {
    const session = await begin();
    const { page } = session;
    await sendForm(session, `left-${randomUUID()}`);
    await signInAgain(page).getByRole('button', { name: 'Leave the page' }).click();
    await page.waitForURL(/\/sign-in/);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('goes on with its live feed, which has kept its rows', async () => {
    const { page, open, admin, revoke } = await begin();
    const send = ($type: string) =>
      admin.post('/datamarts/1/user_activities', { $type, $user_agent_id: `web:interrupted:${randomUUID()}` });
    await open('/d/1/live');
    await page.getByText('Connected', { exact: true }).waitFor();
    await send('BEFORE');
    await page.getByRole('cell', { name: 'BEFORE' }).first().waitFor();
    await revoke();
    // The feed ends within a minute. A page that reads something finds it out at once, unless it has meanwhile: the question
    // then covers the row.
    const row = page.getByRole('row').nth(1).getByRole('button');
    await row.click({ timeout: 10_000 }).catch(() => undefined);
    await signInAgain(page).waitFor();
    await signIn(page, admin.token);
    await signInAgain(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(await page.getByRole('cell', { name: 'BEFORE' }).count()).toBeGreaterThan(0);
    await eventuallyShown(async (timeout) => {
      await send('AFTER');
      await page.getByRole('cell', { name: 'AFTER' }).first().waitFor({ timeout });
    });
  });
}
