import { it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';

/** Like `it`. A failure shows the last output of the platform's processes. */
export const stepsOn = (platform: () => Platform) => (name: string, run: () => Promise<void>) =>
  it(name, () => run().catch((error: unknown) => Promise.reject(platform().explain(error))));
