import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { suiteTimeoutMs } from '../suite/step.js';
import { accessPages } from './access-pages.js';
import { allPages } from './all-pages.js';
import { channelsPages } from './channels-pages.js';
import { compartmentsPages } from './compartments-pages.js';
import { openSession, type ConsoleSession } from './console-session.js';
import { dashboardsPages } from './dashboards-pages.js';
import { editorPages } from './editor-pages.js';
import { hostileContent } from './hostile-content.js';
import { importsPages } from './imports-pages.js';
import { livePages } from './live-pages.js';
import { organisationsPages } from './organisations-pages.js';
import { peoplePages } from './people-pages.js';
import { platformPages } from './platform-pages.js';
import { pluginsPages } from './plugins-pages.js';
import { reportsPages } from './reports-pages.js';
import { segmentsPages } from './segments-pages.js';
import { sessionCosts } from './session-costs.js';
import { sessionJourneys } from './session-journeys.js';
import { warehousesPages } from './warehouses-pages.js';

/** What people do on each page. Home is first: it is another page once there are activities. */
const pages = [
  livePages,
  peoplePages,
  segmentsPages,
  importsPages,
  reportsPages,
  dashboardsPages,
  editorPages,
  platformPages,
  warehousesPages,
  compartmentsPages,
  channelsPages,
  pluginsPages,
  accessPages,
  organisationsPages,
  allPages,
  hostileContent,
  sessionCosts,
];

/** What the console must do on every shape of the platform. */
export function consolePages(platform: () => Platform, databaseUrl: () => string): void {
  describe('a session', () => sessionJourneys(platform, databaseUrl));

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
