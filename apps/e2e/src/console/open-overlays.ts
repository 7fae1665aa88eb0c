import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Locator, Page } from 'playwright-core';
import { expectAccessibleInLightAndDark } from '../browser/accessibility.js';
import type { ConsoleSession } from '../browser/console-session.js';
import { storeSample, type Sample } from './sample-data.js';
import { pathOf } from './sample-pages.js';

interface Overlay {
  /** For the name of the test and of its picture. */
  what: string;
  /** The page that opens it. */
  on: string;
  /** Opens it. @returns what lies over the page then */
  open: (page: Page) => Promise<Locator>;
  /** Escape does not close it. */
  stays?: true;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const chooseFrom = async (page: Page, field: string | RegExp) => {
  await page.getByRole('combobox', { name: field }).first().click();
  // The box around the list, which scrolls if it is long.
  return page.locator('[data-position]').filter({ has: page.getByRole('listbox'), visible: true });
};
const dialogOf = (page: Page) => page.getByRole('dialog').first();

const overlays: Overlay[] = [
  { what: 'a list of one choice', on: 'tokens', open: (page) => chooseFrom(page, 'User') },
  { what: 'a list of channels', on: 'send', open: (page) => chooseFrom(page, 'Channel') },
  { what: 'a list of several choices', on: 'reports', open: (page) => chooseFrom(page, 'Metrics') },
  { what: 'a list of the filter of a dashboard', on: 'dashboard', open: (page) => chooseFrom(page, 'A filter') },
  {
    what: 'a list of one choice in a dialog',
    on: 'segments',
    open: async (page) => {
      await press(page, 'Create a segment');
      await page.getByRole('checkbox', { name: 'Memberships end by default' }).check();
      return chooseFrom(page, 'Unit');
    },
  },
  {
    what: 'a list of suggestions in a dialog',
    on: 'person-choices',
    open: async (page) => {
      await press(page, 'Record a choice');
      return chooseFrom(page, 'Processing');
    },
  },
  {
    what: 'a list of several choices in a dialog',
    on: 'dashboard-edit',
    open: async (page) => {
      await press(page, /^Edit /);
      return chooseFrom(page, 'Dimensions');
    },
  },
  {
    what: 'a menu',
    on: 'dashboard',
    open: async (page) => {
      await press(page, 'More');
      return page.getByRole('menu');
    },
  },
  {
    what: 'a menu of a card',
    on: 'dashboard-edit',
    open: async (page) => {
      await press(page, /^Menu of card/);
      return page.getByRole('menu');
    },
  },
  {
    what: 'a dialog',
    on: 'segments',
    open: async (page) => {
      await press(page, 'Create a segment');
      return dialogOf(page);
    },
  },
  {
    what: 'a question',
    on: 'compartments',
    open: async (page) => {
      await press(page, /^(Archive|Delete)/);
      return dialogOf(page);
    },
  },
  {
    what: 'a secret that is shown once',
    stays: true,
    on: 'tokens',
    open: async (page) => {
      await press(page, 'Create a token');
      await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('shown once');
      await dialogOf(page).getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('It is shown this once only').waitFor();
      return dialogOf(page);
    },
  },
  {
    what: 'a key and a script to copy',
    on: 'collect-keys',
    open: async (page) => {
      await press(page, 'Use A collect key');
      return dialogOf(page);
    },
  },
  {
    what: 'a drawer',
    on: 'dashboard',
    open: async (page) => {
      await press(page, 'More');
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      return dialogOf(page);
    },
  },
  {
    what: 'the command palette',
    on: 'segments',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      return dialogOf(page);
    },
  },
  {
    what: 'the help on keys',
    on: 'segments',
    open: async (page) => {
      await press(page, 'Keys');
      return dialogOf(page);
    },
  },
  {
    what: 'a notification',
    stays: true,
    on: 'person-choices',
    open: async (page) => {
      await press(page, 'Record a choice');
      const dialog = dialogOf(page);
      await dialog.getByRole('combobox', { name: 'Processing' }).fill('another');
      await dialog.getByRole('radio', { name: 'accepted it' }).check();
      await dialog.getByRole('button', { name: 'Record', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      const notification = page.getByRole('alert').filter({ hasText: 'The choice is recorded' });
      // It closes by itself, but not below the pointer.
      await notification.hover();
      return notification;
    },
  },
  {
    what: 'the tooltip of a chart',
    stays: true,
    on: 'dashboard',
    open: async (page) => {
      const chart = page.getByRole('main').getByRole('img').last();
      await chart.scrollIntoViewIfNeeded();
      await chart.hover();
      return chart;
    },
  },
];

/** All that lies over a page is accessible and can be seen whole, also at the edge of a dialog. */
export const openOverlays = (session: () => ConsoleSession) =>
  describe('what opens over a page', () => {
    let sample: Sample;
    beforeAll(async () => {
      sample = await storeSample(session().client, (field) => `A ${field}`);
    });

    it.each(overlays.map(({ what, ...overlay }) => [what, overlay] as const))(
      '%s is accessible in light and dark, hidden by nothing, and closed by Escape',
      async (what, overlay) => {
        const { browser, open, page } = session();
        await open(pathOf(sample, overlay.on));
        const opened = await overlay.open(page);
        await opened.waitFor();
        // It may move to its place in a transition.
        await eventually(async () => expect(await hiddenCorners(opened)).toEqual([]));
        await expectAccessibleInLightAndDark(browser, `open-${what.replaceAll(' ', '-')}`);
        if (overlay.stays) return;
        await page.keyboard.press('Escape');
        await opened.waitFor({ state: 'hidden' });
      },
    );

    it('the command palette finds by name, and closes by a choice and by a click beside it', async () => {
      const { open, page } = session();
      await open(pathOf(sample, 'reports'));
      const palette = dialogOf(page);
      for (const [words, choice, title] of [
        ['A segment', /^Segment A segment/, 'A segment'],
        ['organ', 'Organisations', 'Organisations'],
        ['A dash', /^Dashboard A dash/, 'A dashboard'],
      ] as const) {
        await page.keyboard.press('Control+k');
        await palette.getByRole('textbox', { name: 'Search' }).fill(words);
        await palette.getByRole('button', { name: choice }).first().click();
        await palette.waitFor({ state: 'hidden' });
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await open(pathOf(sample, 'reports'));
      }
      await page.keyboard.press('Control+k');
      await palette.waitFor();
      await page.mouse.click(5, 5);
      await palette.waitFor({ state: 'hidden' });
    });
  });

/** An element in the browser: this project has no types of its own for them. */
interface Shown {
  getBoundingClientRect: () => Record<'left' | 'right' | 'top' | 'bottom', number>;
  contains: (other: unknown) => boolean;
  ownerDocument: { elementFromPoint: (x: number, y: number) => { outerHTML: string } | null };
}

/** The corners of an element that other elements cover, or that are outside of the window. */
const hiddenCorners = (element: Locator): Promise<string[]> =>
  (element as { evaluate: <Result>(read: (shown: Shown) => Result) => Promise<Result> }).evaluate((shown) => {
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const inset = 6;
    const corners = [top + inset, bottom - inset].flatMap((y) => [left + inset, right - inset].map((x) => ({ x, y })));
    return corners.flatMap(({ x, y }) => {
      const found = shown.ownerDocument.elementFromPoint(x, y);
      return shown.contains(found) ? [] : [`${x}, ${y}: ${found?.outerHTML.slice(0, 200) ?? 'outside of the window'}`];
    });
  });
