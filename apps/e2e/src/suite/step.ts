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

/** Like `stepsOn`, for steps of which each needs those before it: after a failed step, all others fail at once. */
export function dependentStepsOn(platform: () => Platform): ReturnType<typeof stepsOn> {
  const step = stepsOn(platform);
  let hasFailed = false;
  return (name, run) =>
    step(name, async () => {
      if (hasFailed) throw new Error('a previous step has failed');
      hasFailed = true;
      await run();
      hasFailed = false;
    });
}
