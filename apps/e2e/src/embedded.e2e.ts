import { describe } from '@jest/globals';
import { cliSteps } from './cli/cli-steps.js';
import { expiredSession } from './cli/expired-session.js';
import { api } from './journeys/api-journeys.js';
import { neighboursJourney } from './journeys/journey-neighbours.js';
import { LiveFeedSteps } from './live-feed/live-feed-steps.js';
import { publicCredentialsJourney } from './public-credentials/public-credentials-journey.js';
import { sdkPrograms } from './sdk/sdk-programs.js';
import { EmbeddedSuite } from './suite/embedded-suite.js';

const suite = new EmbeddedSuite();
const liveFeed = new LiveFeedSteps(suite.step, () => {
  const { url, token } = suite.platform;
  return { token, collectsAt: url, showsAt: url, metricsAt: url };
});

describe('one process', () => {
  describe('the live feed', () => liveFeed.begin());
  // With the one datamart of the first start, which the CLI then takes without being asked.
  describe('the CLI', () => cliSteps(() => suite.platform));
  describe('the SDK in Node.js', () => sdkPrograms(suite));
  // They open no feed, while the gateway reads on after the last one.
  describe('the API', () => api(() => suite.platform, suite.databaseUrl));
  describe('an organisation beside others', () => neighboursJourney(() => suite.platform, suite.databaseUrl));
  describe('a public credential', () =>
    publicCredentialsJourney(() => {
      const { url, token } = suite.platform;
      return { token, gateways: [url, url], metricsOf: { gateway: url, tracking: url } };
    }));
  describe('the live feed afterwards', () => liveFeed.end());
  describe('a session of the CLI', () => expiredSession(suite));
});
