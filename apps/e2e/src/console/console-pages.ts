import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { accessPages } from './pages/access-pages.js';
import { bulkPages } from './pages/bulk/bulk-pages.js';
import { channelsPages } from './pages/channels-pages.js';
import { comparisonPages } from './pages/comparison-pages.js';
import { auditPages } from './audit/audit-pages.js';
import { consentPages } from './pages/tracking/consent-pages.js';
import { eventsPages } from './pages/tracking/events-pages.js';
import { collectKeysPages } from './pages/collect-keys-pages.js';
import { compartmentsPages } from './pages/compartments-pages.js';
import { openSession, type ConsoleSession } from '../browser/console-session.js';
import { allPages } from './all-pages.js';
import { chartGallery } from './chart-gallery.js';
import { hostileContent } from './hostile-content.js';
import { emptyForms } from './empty-forms.js';
import { suggestionLists } from './suggestion-lists.js';
import { demoPages } from './pages/demo-pages.js';
import { dashboardsPages } from './pages/dashboards-pages.js';
import { editorPages } from './pages/editor-pages.js';
import { importsPages } from './pages/imports-pages.js';
import { livePages } from './pages/live-pages.js';
import { openOverlays } from './open-overlays.js';
import { organisationsPages } from './pages/organisations-pages.js';
import { peoplePages } from './pages/people-pages.js';
import { platformPages } from './pages/platform-pages.js';
import { pluginsPages } from './pages/plugins-pages.js';
import { reportsPages } from './pages/reports-pages.js';
import { savedReportsPages } from './pages/reports/saved-reports-pages.js';
import { segmentsPages } from './pages/segments-pages.js';
import { sendPages } from './pages/send-pages.js';
import { sessionCosts } from './session-costs.js';
import { warehouseMetadataPages } from './pages/warehouse-metadata-pages.js';
import { warehousesPages } from './pages/warehouses-pages.js';

/** The journeys of people on each page. Home is first: it is another page once there are activities. */
const pages = [
  livePages,
  sendPages,
  demoPages,
  peoplePages,
  segmentsPages,
  importsPages,
  bulkPages,
  reportsPages,
  comparisonPages,
  savedReportsPages,
  dashboardsPages,
  editorPages,
  platformPages,
  warehousesPages,
  warehouseMetadataPages,
  compartmentsPages,
  channelsPages,
  consentPages,
  eventsPages,
  collectKeysPages,
  auditPages,
  pluginsPages,
  accessPages,
  organisationsPages,
];

/** Rules of every page. */
const rules = [allPages, openOverlays, emptyForms, suggestionLists, chartGallery, hostileContent, sessionCosts];

/** The journeys on the pages of the console, and the rules of every page. */
export function consolePages(platform: () => Platform): void {
  inOneTab(platform, pages);
  describe('by the rules', () => inOneTab(platform, rules));
}

function inOneTab(platform: () => Platform, suites: ((session: () => ConsoleSession) => void)[]): void {
  let session: ConsoleSession;
  beforeAll(async () => {
    session = await openSession(platform());
  });
  // No step may have broken the policy of the page.
  afterEach(() => session.browser.expectNoViolations());
  afterAll(() => (session as ConsoleSession | undefined)?.browser.close());
  for (const suite of suites) suite(() => session);
}
