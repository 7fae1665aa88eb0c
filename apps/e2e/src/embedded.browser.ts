import { describe } from '@jest/globals';
import { consolePages } from './console/console-pages.js';
import { expiredToken } from './console/expired-token.js';
import { interruptedSession } from './console/interrupted-session.js';
import { invitations } from './console/invitations.js';
import { providerSignIn } from './console/provider-sign-in.js';
import { sessionJourneys } from './console/session-journeys.js';
import { severalTabs } from './console/several-tabs.js';
import { tokenLinks } from './console/token-links.js';
import { guidePages } from './guide/guide-pages.js';
import { sdkBrowser } from './sdk/sdk-browser.js';
import { sdkFacilities } from './sdk/sdk-facilities.js';
import { sdkPage } from './sdk/sdk-page.js';
import { sdkPageViews } from './sdk/sdk-page-views.js';
import { sdkTag, sdkTagSmoke } from './sdk/sdk-tag.js';
import { sdkTagConsent } from './sdk/sdk-tag-consent.js';
import { sdkTagLife } from './sdk/sdk-tag-life.js';
import { sdkTagDocuments } from './sdk/sdk-tag-documents.js';
import { EmbeddedSuite } from './suite/embedded-suite.js';

const suite = new EmbeddedSuite();

describe('the console of one process', () => {
  describe('a session', () => sessionJourneys(() => suite.platform));
  describe('a session in several tabs', () => severalTabs(() => suite.platform));
  describe('a link with a token', () => tokenLinks(() => suite.platform));
  describe('in one tab', () => consolePages(() => suite.platform));
  describe('a session that is interrupted', () => interruptedSession(() => suite.platform));
});

describe('the guide in a browser', () => guidePages(() => suite.platform));

describe('the SDK in a browser', () => {
  sdkBrowser(() => suite.platform);
  sdkFacilities(() => suite.platform);
  sdkPageViews(() => suite.platform);
  sdkPage(() => suite.platform);
});

describe('the script tag', () => {
  sdkTagSmoke(() => suite.platform);
  sdkTag(() => suite.platform);
  sdkTagLife(() => suite.platform);
  sdkTagConsent(() => suite.platform);
  sdkTagDocuments(() => suite.platform);
});

describe('an invitation', () => invitations(suite));

describe('a sign-in with a provider', () => providerSignIn(suite));

describe('a token that expires', () => expiredToken(suite));
