import { it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';

/** Timeout of a step. It is generous: it only ends a hanging step. */
export const suiteTimeoutMs = 420_000;

/** Like `it`. A failure shows the last output of the platform's processes. */
export const stepsOn =
  (platform: () => Platform) =>
  (name: string, run: () => Promise<void>, timeoutMs = suiteTimeoutMs) =>
    it(name, () => run().catch((error: unknown) => Promise.reject(platform().explain(error))), timeoutMs);
