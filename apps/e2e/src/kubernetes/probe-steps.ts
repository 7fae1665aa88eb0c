import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Step } from './cluster-step.js';
import type { Installation } from './installation.js';
import { endpointsOf, freeze, isReady, podOf, restartsOf } from './pods.js';

/** Three readiness probes every 5 s, and six liveness probes every 10 s; then the grace period of 45 s, as a frozen process ignores SIGTERM. */
const noticed = { within: 240_000, every: 500 };

/** The probes see a process that runs but does not answer. */
export function probeSteps(step: Step, installation: () => Installation): void {
  step('that freeze leave their Service, and are restarted', async () => {
    const pod = await podOf(installation(), 'warehouse-metadata');
    expect(await endpointsOf(installation(), 'warehouse-metadata')).toEqual([pod.status.podIP]);
    await freeze(pod);
    await eventually(async () => expect(await endpointsOf(installation(), 'warehouse-metadata')).toEqual([]), noticed);
    expect(restartsOf(await podOf(installation(), 'warehouse-metadata'))).toBe(0);
    await eventually(async () => {
      const now = await podOf(installation(), 'warehouse-metadata');
      expect([now.metadata.uid, restartsOf(now), isReady(now)]).toEqual([pod.metadata.uid, 1, true]);
    }, noticed);
    await eventually(async () =>
      expect(await endpointsOf(installation(), 'warehouse-metadata')).toEqual([pod.status.podIP]),
    );
    // Control: the others were probed as often, and none was restarted.
    for (const service of ['admin', 'gateway', 'tracking-ingest'] as const)
      expect(restartsOf(await podOf(installation(), service))).toBe(0);
  });
}
