import { it } from '@jest/globals';
import type { Installation } from './installation.js';

export type Step = (name: string, run: () => Promise<void>) => void;

/** Like `it`. A failure shows the state of the pods and the last output of the product. */
export const stepsIn =
  (installation: () => Installation): Step =>
  (name, run) =>
    it(name, () => run().catch(async (error: unknown) => Promise.reject(await installation().cluster.explain(error))));
