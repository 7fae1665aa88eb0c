import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectAccessibleInLightAndDark } from '../browser/accessibility.js';
import { openConsole, type ConsoleBrowser } from '../browser/browser.js';
import type { ConsoleSession } from '../browser/console-session.js';
import { overflowOf } from '../browser/overflow.js';
import { storeSample, type Sample } from './sample-data.js';
import { pagesOf, pathOf, signedOutPages, unvisitedRoutes } from './sample-pages.js';

const narrow = { width: 390, height: 844 };
const wide = { width: 1_280, height: 800 };

/** Rules that hold on every page: in light and in dark, wide and narrow. */
export const allPages = (session: () => ConsoleSession) =>
  describe('every page', () => {
    let sample: Sample;
    beforeAll(async () => {
      sample = await storeSample(session().client, (field) => `A ${field}`);
    });

    it('is among those below', async () => {
      // The router's own name for its debugging tools.
      const routes = await session().page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)');
      expect(routes).toContain('/d/$datamart_id/live');
      const paths = [...pagesOf(sample), ...signedOutPages].map(([, path]) => path);
      expect(unvisitedRoutes(routes, paths)).toEqual([]);
    });

    // A sample of other ids has the same pages.
    it.each(pagesOf({} as Sample).map(([name]) => name))(
      '%s is accessible in light and dark, and fits a narrow screen',
      async (name) => {
        const { browser, open } = session();
        await open(pathOf(sample, name));
        await expectRules(browser, name);
      },
    );

    it.each(signedOutPages)('%s is accessible in light and dark, and fits a narrow screen', async (name, path) => {
      const browser = await openConsole(session().platform, { path });
      try {
        await browser.page.getByRole('heading', { level: 1 }).waitFor();
        await expectRules(browser, name);
      } finally {
        await browser.close();
      }
    });
  });

async function expectRules(browser: ConsoleBrowser, name: string): Promise<void> {
  const { page } = browser;
  await expectAccessibleInLightAndDark(browser, `page-${name}`);
  await page.setViewportSize(narrow);
  try {
    // The navigation folds within a moment.
    await eventually(async () => expect(await overflowOf(page)).toEqual([]), { within: 180_000, every: 100 });
    await expectAccessibleInLightAndDark(browser, `page-${name}-narrow`);
  } finally {
    await page.setViewportSize(wide);
  }
}
