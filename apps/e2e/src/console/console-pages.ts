import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { suiteTimeoutMs } from '../suite/step.js';
import { channelsPages } from './channels-pages.js';
import { compartmentsPages } from './compartments-pages.js';
import { dashboardsPages } from './dashboards-pages.js';
import { openSession, type ConsoleSession } from './console-session.js';

/** What people do on each page, in one tab. After each step nothing may have broken the page's policy. */
export function consolePages(platform: () => Platform): void {
  let session: ConsoleSession;
  beforeAll(async () => {
    session = await openSession(platform());
  }, suiteTimeoutMs);
  afterEach(() => session.browser.expectNoViolations());
  afterAll(() => (session as ConsoleSession | undefined)?.browser.close(), suiteTimeoutMs);

  for (const pages of [compartmentsPages, channelsPages, dashboardsPages]) pages(() => session);
}
