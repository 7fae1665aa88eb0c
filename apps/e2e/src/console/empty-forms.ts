import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page, Request } from 'playwright-core';
import { expectAccessible } from '../browser/accessibility.js';
import type { ConsoleSession } from '../browser/console-session.js';
import { storeSample, type Sample } from './sample-data.js';
import { pathOf } from './sample-pages.js';
import { forms } from './forms/form-list.js';

/** Each form asks for its required fields before the server is asked. */
export const emptyForms = (session: () => ConsoleSession) =>
  describe('a form that is sent empty', () => {
    let sample: Sample;
    let writes: string[] = [];
    const note = (request: Request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
    };
    beforeAll(async () => {
      sample = await storeSample(session().client, (field) => `A ${field}`);
    });
    beforeEach(() => void session().page.on('request', note));
    afterEach(() => void session().page.off('request', note));

    it.each(forms.map((form) => [form.file, form] as const))(
      '%s names the fields that are missing, and sends nothing',
      async (_file, { on, open, problems }) => {
        const { page } = session();
        await session().open(pathOf(sample, on));
        await open(page);
        const form = formOf(page);
        await form.waitFor();
        await empty(form);
        writes = [];
        await send(form);
        for (const problem of problems) await form.getByText(problem, { exact: true }).waitFor();
        expect(await form.locator('[aria-invalid=true]').count()).toBe(problems.length);
        expect(writes).toEqual([]);
        // The first field has the focus, and no list of it lies over its message.
        expect(await form.getByRole('listbox').filter({ visible: true }).count()).toBe(0);
        await expectAccessible(page);
      },
    );

    it('takes a problem back once its field is filled in, and is sent when none is left', async () => {
      const { open, page } = session();
      await open(pathOf(sample, 'compartments'));
      await page.getByRole('button', { name: 'Create a compartment' }).first().click();
      const form = formOf(page);
      const id = form.getByRole('textbox', { name: 'Id' });
      const name = form.getByRole('textbox', { name: 'Name' });
      await name.fill('  ');
      await send(form);
      await form.getByText('Name is needed').waitFor();
      // The first that is missing has the focus.
      await page.keyboard.type('orders');
      expect(await id.inputValue()).toBe('orders');
      await form.getByText('Id is needed').waitFor({ state: 'detached' });
      await form.getByText('Name is needed').waitFor();
      await name.fill('Orders');
      writes = [];
      await send(form);
      await form.waitFor({ state: 'detached' });
      // Control: the requests of the page are seen.
      expect(writes).toMatchObject([expect.stringMatching(/^POST .*\/compartments$/)]);
    });
  });

const formOf = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('main')).locator('form').last();

const send = (form: Locator) => form.locator('button[type=submit]').click();

async function empty(form: Locator): Promise<void> {
  for (const field of await form.locator('input:required, textarea:required').all())
    if ((await field.isEditable()) && (await field.getAttribute('type')) !== 'radio') await field.fill('');
}
