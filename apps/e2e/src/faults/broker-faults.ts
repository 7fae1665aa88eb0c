import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { exactlyOnce } from '@tributary/testing/load/load-check';
import type { ReplicatedSuite } from '../suite/replicated-suite.js';

/** Longer than a consumer needs to find the new coordinator of its group. */
const storedWithinMs = 300_000;

/** Each of the three is killed and frozen in the suites of the bus, and the first two in that of many copies. */
export function brokerFaults(suite: ReplicatedSuite): void {
  suite.step('are killed or frozen: collecting goes on, and each acknowledged activity is stored once', async () => {
    const { scenario, cluster } = suite;
    const [, killed, frozen] = cluster.nodes;
    // The other two go on without it.
    const during = () => scenario.load.untilAcknowledged(200);
    // The next fault would take a second replica of a partition that is not in sync yet.
    const inSync = () => cluster.untilInSync();
    await scenario.runThroughFault({
      inject: () => killed!.kill(),
      during,
      repair: () => killed!.start().then(inSync),
    });
    await scenario.runThroughFault({
      inject: () => frozen!.pause(),
      during,
      repair: () => frozen!.resume().then(inSync),
    });
    expect(Object.fromEntries(scenario.load.unexpected)).toEqual({});
    await eventually(async () => expect(await scenario.discrepancies()).toEqual(exactlyOnce), {
      within: storedWithinMs,
    });
  });
}
