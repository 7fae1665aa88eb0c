import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { suiteTimeoutMs } from '../suite/step.js';
import { accessPages } from './access-pages.js';
import { channelsPages } from './channels-pages.js';
import { compartmentsPages } from './compartments-pages.js';
import { openSession, type ConsoleSession } from './console-session.js';
import { organisationsPages } from './organisations-pages.js';
import { pluginsPages } from './plugins-pages.js';
import { sessionJourneys } from './session-journeys.js';

/** What people do on each page. */
const pages = [compartmentsPages, channelsPages, accessPages, organisationsPages, pluginsPages];

/** What the console must do on every shape of the platform. */
export function consolePages(platform: () => Platform): void {
  describe('a session', () => sessionJourneys(platform));

  describe('in one tab', () => {
    let session: ConsoleSession;
    beforeAll(async () => {
      session = await openSession(platform());
    }, suiteTimeoutMs);
    // No step may have broken the policy of the page.
    afterEach(() => session.browser.expectNoViolations());
    afterAll(() => (session as ConsoleSession | undefined)?.browser.close(), suiteTimeoutMs);
    for (const steps of pages) steps(() => session);
  });
}
