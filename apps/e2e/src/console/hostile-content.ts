import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Page } from 'playwright-core';
import { eventuallyShown } from '../browser/eventually-shown.js';
import { openSession, type ConsoleSession } from '../browser/console-session.js';
import { sendActivities, storeSample, type Sample } from './sample-data.js';
import { pagesOf, pathOf } from './sample-pages.js';

/** An address, markup and a template at once. What runs sets a property of the window. */
const hostile = [
  'javascript:window.__hostile=1//',
  `"'></textarea></title><script>window.__hostile=1</script><img src=x onerror=window.__hostile=1>`,
  '{{constructor.constructor("window.__hostile=1")()}}',
].join('');
const markup = '<img src=x onerror=window.__hostile=1>';
const long = 'x'.repeat(10_000);
const write = (field: string, size?: 'long') => `${hostile} ${field}${size ? long : ''}`;

/** They show no text that a user has stored. */
const withoutText = new Set([
  'trace',
  'people',
  'live',
  'live-refused',
  'import-new',
  'platform',
  'keys',
  'reports',
  'unknown',
]);
/** Buttons that show more of what is stored. */
const openers = [/^Edit/, /^(Delete|Revoke|Archive|Erase|Remove|End)/, /^Show/];

/** The stored texts of a user stay texts on every page. */
export const hostileContent = (session: () => ConsoleSession) =>
  describe('hostile content', () => {
    let sample: Sample;
    const dialogs: string[] = [];
    afterEach(() => expect(dialogs).toEqual([]));
    beforeAll(async () => {
      sample = await storeSample(session().client, write);
      session().page.on('dialog', (dialog) => {
        // The editor asks before it drops changes. Nothing else may ask.
        if (dialog.type() !== 'beforeunload') dialogs.push(dialog.message());
        void dialog.accept();
      });
    });

    it.each(pagesOf({} as Sample).map(([name]) => name))(
      'is text on the page %s and in what it opens',
      async (name) => {
        const { open, page } = session();
        await open(pathOf(sample, name));
        if (!withoutText.has(name)) await waitForText(page);
        await expectOnlyText(page);
        for (const opener of openers) {
          const button = page
            .getByRole('main')
            .getByRole('button', { name: opener, disabled: false })
            .filter({ visible: true })
            .first();
          if ((await button.count()) === 0) continue;
          await button.click();
          await expectOnlyText(page);
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').first().waitFor({ state: 'detached' });
        }
      },
    );

    it('is text in the charts and their tooltips', async () => {
      const { open, page } = session();
      // Reports are complete within seconds.
      await eventuallyShown(async (timeout) => {
        await open(pathOf(sample, 'dashboard'));
        await page.getByRole('cell', { name: 'javascript:' }).first().waitFor({ timeout });
      });
      for (const chart of await page.getByRole('main').locator('[role=img]').all()) {
        await chart.scrollIntoViewIfNeeded();
        await chart.hover();
        await expectOnlyText(page);
      }
    });

    it('is text in the live feed and its details', async () => {
      const { client, open, page } = session();
      await open(pathOf(sample, 'live'));
      await page.getByText('Connected', { exact: true }).waitFor();
      await sendActivities(client, sample.datamart_id, { $type: write('live'), $user_account_id: sample.account }, 1);
      const refused = { $type: 7, [write('refused')]: write('refused') };
      const collect = `/datamarts/${sample.datamart_id}/user_activities`;
      await client.expectError(400, 'BAD_REQUEST_DATA', 'POST', collect, refused);
      await page.getByRole('row').nth(1).getByRole('button').click();
      await page.getByRole('dialog').getByText(markup).first().waitFor();
      await expectOnlyText(page);
      await open(pathOf(sample, 'live-refused'));
      await page.getByRole('row').nth(1).getByRole('button').click();
      await page.getByRole('dialog').getByText(markup).first().waitFor();
      await expectOnlyText(page);
    });

    it('would be found if it were more than text (control)', async () => {
      const other = await openSession(session().platform);
      try {
        for (const html of [
          markup,
          '<a href="javascript:void 0">x</a>',
          '<script>0</script>',
          '<p onclick="0">x</p>',
        ]) {
          const inserted = JSON.stringify(`<div id="inserted">${html}</div>`);
          await other.page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${inserted})`);
          await expect(expectOnlyText(other.page)).rejects.toThrow();
          await other.page.evaluate('document.getElementById("inserted").remove()');
          await expectOnlyText(other.page);
        }
        await other.page.evaluate('window.__hostile = 1');
        await expect(expectOnlyText(other.page)).rejects.toThrow();
      } finally {
        await other.browser.close();
      }
    });
  });

/** Waits until the markup is there as text or as the value of a field. */
async function waitForText(page: Page): Promise<void> {
  const texts = `[document.querySelector('main').textContent,
    ...[...document.querySelectorAll('main input, main textarea')].map((field) => field.value)]`;
  await eventually(async () => expect((await page.evaluate<string[]>(texts)).join(' ')).toContain(markup), {
    within: 180_000,
    every: 50,
  });
}

/** Fails if a text has run, or has become an element, an address or a handler. */
async function expectOnlyText(page: Page): Promise<void> {
  const found = await page.evaluate<unknown>(`(() => {
    const all = [...document.querySelectorAll('*')];
    const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href'];
    return {
      hasRun: window.__hostile !== undefined,
      elements: document.querySelectorAll('img[src="x"], body script, iframe, object, embed').length,
      addresses: all.flatMap((one) => addresses.map((name) => one.getAttribute(name) ?? ''))
        .filter((address) => /^\\s*(javascript|vbscript|data:text)/i.test(address)),
      handlers: all.flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith('on')),
    };
  })()`);
  expect(found).toEqual({ hasRun: false, elements: 0, addresses: [], handlers: [] });
}
