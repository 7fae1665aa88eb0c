import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectAccessibleInLightAndDark } from '../browser/accessibility.js';
import type { ConsoleSession } from '../browser/console-session.js';
import { overflowOf } from '../browser/overflow.js';
import { storeSample, type Sample } from './sample-data.js';
import { pagesOf, pathOf } from './sample-pages.js';

const narrow = { width: 400, height: 800 };
const wide = { width: 1_280, height: 800 };

/** Rules that hold on every page: in light and in dark, wide and narrow. */
export const allPages = (session: () => ConsoleSession) =>
  describe('every page', () => {
    let sample: Sample;
    beforeAll(async () => {
      sample = await storeSample(session().client, (field) => `A ${field}`);
    });

    // A sample of other ids has the same pages.
    it.each(pagesOf({} as Sample).map(([name]) => name))(
      '%s is accessible in light and dark, and fits a narrow screen',
      async (name) => {
        const { browser, open, page } = session();
        await open(pathOf(sample, name));
        await expectAccessibleInLightAndDark(browser, `page-${name}`);
        await page.setViewportSize(narrow);
        try {
          // The navigation folds within a moment.
          await eventually(async () => expect(await overflowOf(page)).toEqual([]), { within: 1_500, every: 100 });
        } finally {
          await page.setViewportSize(wide);
        }
      },
    );
  });
