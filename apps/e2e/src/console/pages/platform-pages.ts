import { describe, expect, it } from '@jest/globals';
import { expectAccessible } from '../../browser/accessibility.js';
import { openSession, type ConsoleSession } from '../../browser/console-session.js';

export const platformPages = (session: () => ConsoleSession) =>
  describe('the platform', () => {
    it('shows the size of each collection, of one datamart or of all, and the health of its parts', async () => {
      const { open, page } = session();
      await open('/d/1/platform');
      await page.getByRole('table', { name: 'Collections' }).getByText('UserActivity').waitFor();
      await page.getByText('All that I may read').click();
      await page.waitForURL(/datamarts=all/);
      await page.getByRole('table', { name: 'Collections' }).getByText('UserActivity').waitFor();
      await page.getByText('Ready: every part works.').waitFor();
      expect(await page.getByRole('list', { name: 'Parts' }).getByRole('listitem').count()).toBeGreaterThan(0);
      await expectAccessible(page);
    });

    it('asks again while it is open, and each request has the collections counted', async () => {
      const { browser, open, page } = await openSession(session().platform);
      try {
        await page.clock.install();
        await open('/d/1/platform');
        await page.getByRole('table', { name: 'Collections' }).getByText('UserActivity').waitFor();
        const asked = page.waitForRequest(/platform_monitoring\/collections/);
        await page.clock.fastForward(60_000);
        await asked;
        await browser.expectNoViolations();
      } finally {
        await browser.close();
      }
    });
  });
