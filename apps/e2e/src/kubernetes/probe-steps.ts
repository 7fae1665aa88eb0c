import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Step } from './cluster-step.js';
import type { Installation } from './installation.js';
import { endpointsOf, freeze, isReady, podOf, podsOf, restartsOf } from './pods.js';

/** Three readiness probes every 5 s; six liveness probes every 10 s, and 10 s more, because a frozen process ignores SIGTERM. */
const noticed = { within: 240_000, every: 500 };

const frozen = 'warehouse-metadata';

/** The probes see a process that runs but does not answer. */
export function freezeStep(step: Step, installation: () => Installation): void {
  step('that freeze leave their Service', async () => {
    const pod = await podOf(installation(), frozen);
    expect(await endpointsOf(installation(), frozen)).toEqual([pod.status.podIP]);
    await freeze(pod);
    await eventually(async () => expect(await endpointsOf(installation(), frozen)).toEqual([]), noticed);
    expect(restartsOf(await podOf(installation(), frozen))).toBe(0);
  });
}

/** After `freezeStep`. */
export function restartStep(step: Step, installation: () => Installation): void {
  step('that freeze are restarted, and no others', async () => {
    await eventually(async () => {
      const pod = await podOf(installation(), frozen);
      expect([restartsOf(pod), isReady(pod)]).toEqual([1, true]);
      expect(await endpointsOf(installation(), frozen)).toEqual([pod.status.podIP]);
    }, noticed);
    const restarted = (await podsOf(installation())).filter((pod) => restartsOf(pod) > 0);
    expect(restarted).toHaveLength(1);
  });
}
