import { beforeAll, describe } from '@jest/globals';
import { freePorts } from '@tributary/testing/free-ports';
import { api } from './journeys/api-journeys.js';
import { neighboursJourney } from './journeys/journey-neighbours.js';
import { publicCredentialsJourney } from './public-credentials/public-credentials-journey.js';
import { liveFeedOutage } from './live-feed/live-feed-outage.js';
import { LiveFeedSteps } from './live-feed/live-feed-steps.js';
import { sdkExamples } from './plugins/public-example.js';
import { alertedMetrics } from './suite/alerted-metrics.js';
import { DistributedSuite } from './suite/distributed-suite.js';

const suite = new DistributedSuite();
/** The second gateway. */
let showsAt: string;
let metricsAt: string;
const gateways = () => ({ token: suite.platform.token, collectsAt: suite.platform.url, showsAt, metricsAt });
const liveFeed = new LiveFeedSteps(suite.step, gateways);

beforeAll(async () => {
  const [port] = await freePorts(1);
  // In production the gateway serves no metrics on its public port.
  const second = await suite.platform.add('gateway', { MANAGEMENT_PORT: String(port) });
  await second.start();
  showsAt = second.url ?? '';
  metricsAt = `http://127.0.0.1:${port}`;
});

describe('seven processes and a second gateway', () => {
  describe('the live feed of a gateway, of what another one collects', () => liveFeed.begin());
  // It opens no feed, while the gateway reads on after the last one.
  describe('the API', () =>
    api(
      () => suite.platform,
      () => suite.stores.databaseUrl,
      { examples: sdkExamples },
    ));
  describe('an organisation beside others', () =>
    neighboursJourney(
      () => suite.platform,
      () => suite.stores.databaseUrl,
    ));
  describe('a public credential', () =>
    publicCredentialsJourney(() => ({
      token: suite.platform.token,
      gateways: [suite.platform.url, showsAt],
      metricsOf: { gateway: metricsAt, tracking: suite.platform.process('tracking-ingest').url ?? '' },
    })));
  describe('the alerts', () => alertedMetrics(suite, () => metricsAt));
  describe('the live feed afterwards', () => {
    liveFeed.end();
    liveFeedOutage(suite, gateways);
  });
});
