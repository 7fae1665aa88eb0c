import { describe } from '@jest/globals';
import { consoleSmoke } from './console/console-smoke.js';
import { sdkTagSmoke } from './sdk/sdk-tag.js';
import { sdkTagLife } from './sdk/sdk-tag-life.js';
import { DistributedSuite } from './suite/distributed-suite.js';

const suite = new DistributedSuite();

describe('a session of the console of seven processes', () => consoleSmoke(() => suite.platform));

describe('the script tag', () => {
  sdkTagSmoke(() => suite.platform);
  sdkTagLife(() => suite.platform);
});
