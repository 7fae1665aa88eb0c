import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { exactlyOnce } from '@tributary/testing/load/load-check';
import type { ReplicatedSuite } from '../suite/replicated-suite.js';

/** Longer than a consumer needs to find the new coordinator of its group. */
const storedWithinMs = 300_000;

/** @param id of the broker that fails */
export function brokerFaults(suite: ReplicatedSuite, id: number): void {
  const node = () => suite.cluster.nodes[id - 1]!;

  suite.step(
    'is killed, and then frozen: collecting goes on, and each acknowledged activity is stored once',
    async () => {
      const { scenario, cluster } = suite;
      // The other two go on without it.
      const during = () => scenario.load.untilAcknowledged(500);
      // The next fault would take a second replica of a partition that is not in sync yet.
      const start = () =>
        node()
          .start()
          .then(() => cluster.untilInSync());
      const resume = () =>
        node()
          .resume()
          .then(() => cluster.untilInSync());
      await scenario.runThroughFault({ inject: () => node().kill(), during, repair: start });
      await scenario.runThroughFault({ inject: () => node().pause(), during, repair: resume });
      expect(Object.fromEntries(scenario.load.unexpected)).toEqual({});
      await eventually(async () => expect(await scenario.discrepancies()).toEqual(exactlyOnce), {
        within: storedWithinMs,
      });
    },
  );
}
