import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { stepsOn } from '../suite/step.js';
import { liveFeedSteps } from './live-feed-steps.js';

let platform: Platform;
beforeAll(async () => void (platform = await startPlatform({ shape: 'embedded' })));
afterAll(() => platform?.stop());

describe('the live feed of one process', () => {
  const step = stepsOn(() => platform);
  liveFeedSteps(step, () => ({ token: platform.token, collectsAt: platform.url, showsAt: platform.url }));
});
