import { it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes-platform';

/** Of one step. Generous: it is there so that a hang ends, not to measure. */
export const suiteTimeoutMs = 420_000;

/** `it`, which shows the last output of the platform's processes when the step fails. */
export const stepsOn = (platform: () => Platform) => (name: string, run: () => Promise<void>) =>
  it(name, () => run().catch((error: unknown) => Promise.reject(platform().explain(error))), suiteTimeoutMs);
