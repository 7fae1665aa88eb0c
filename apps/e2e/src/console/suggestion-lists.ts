import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { ConsoleSession } from '../browser/console-session.js';
import { storeSample, type Sample } from './sample-data.js';
import { pathOf } from './sample-pages.js';

/** A field with suggestions. */
interface Field {
  what: string;
  on: string;
  /** Brings it on the page. @returns the field */
  find: (page: Page) => Promise<Locator>;
  /** Finds a suggestion. */
  text: string;
}

const fields: Field[] = [
  {
    what: 'a filter of the live page',
    on: 'live',
    find: (page) => Promise.resolve(page.getByRole('combobox', { name: 'Type', exact: true })),
    text: 'VISIT',
  },
  {
    what: 'a field of a form',
    on: 'person-choices',
    find: async (page) => {
      await page.getByRole('button', { name: 'Record a choice' }).first().click();
      return page.getByRole('combobox', { name: 'Processing' });
    },
    text: '(1)',
  },
];

const ways: [way: string, close: (page: Page, field: Locator) => Promise<unknown>][] = [
  ['a choice', (page) => page.getByRole('option').filter({ visible: true }).first().click()],
  ['Enter', (page) => page.keyboard.press('Enter')],
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['Tab', (page) => page.keyboard.press('Tab')],
  [
    'a click above the field',
    async (page, field) => {
      const { x = 0, y = 0 } = (await field.boundingBox()) ?? {};
      await page.mouse.click(x, y - 60);
    },
  ],
];

/** A list of suggestions lies over what is below its field, so it goes once it was used. */
export const suggestionLists = (session: () => ConsoleSession) =>
  describe('a list of suggestions', () => {
    let sample: Sample;
    beforeAll(async () => {
      sample = await storeSample(session().client, (field) => `A ${field}`);
    });

    it.each(fields.map((field) => [field.what, field] as const))(
      'of %s opens by a click and by typing, and closes by each way out',
      async (_what, { on, find, text }) => {
        const { page, open } = session();
        const lists = page.getByRole('listbox').filter({ visible: true });
        for (const [, close] of ways) {
          await open(pathOf(sample, on));
          const field = await find(page);
          await field.click();
          await lists.waitFor();
          await page.keyboard.press('Escape');
          await lists.waitFor({ state: 'hidden' });
          await field.pressSequentially(text);
          await lists.waitFor();
          await close(page, field);
          await lists.waitFor({ state: 'hidden' });
        }
      },
    );

    it('does not lie over the message of its field when Enter sends the form', async () => {
      const { page, open } = session();
      await open(pathOf(sample, 'person-choices'));
      await page.getByRole('button', { name: 'Record a choice' }).first().click();
      const field = page.getByRole('combobox', { name: 'Processing' });
      await field.click();
      const lists = page.getByRole('listbox').filter({ visible: true });
      await lists.waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Processing is needed', { exact: true }).waitFor();
      await lists.waitFor({ state: 'hidden' });
      // The focus stays where the problem is.
      await page.keyboard.type('1');
      expect(await field.inputValue()).toBe('1');
    });
  });
