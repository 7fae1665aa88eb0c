import { it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';

/**
 * Like `it`. A failure shows the last output of the platform's processes.
 *
 * @param prepare runs before each step, for example to start what a failed step has left down
 */
export const stepsOn =
  (platform: () => Platform, prepare = () => Promise.resolve()) =>
  (name: string, run: () => Promise<void>) =>
    it(name, () =>
      prepare()
        .then(run)
        .catch((error: unknown) => Promise.reject(platform().explain(error))),
    );
