import { afterAll, beforeAll, expect } from '@jest/globals';
import { testingConfig } from '@tributary/testing/config';
import { eventually } from '@tributary/testing/eventually';
import { PluginHistory } from '../plugins/plugin-history.js';
import { reconciliationOf } from '../plugins/reconciliation.js';
import type { ReplicatedSuite } from '../suite/replicated-suite.js';
import { limitBeside, median } from '@tributary/testing/time-limit';
import { FaultSchedule } from './fault-schedule.js';
import { ImportSeries } from './import-series.js';
import { Timeline } from './timeline.js';
import { credentialKinds, WatchedRevocations } from './watched-revocations.js';

const { MANY_COPIES_SECONDS, MANY_COPIES_TIMELINE } = testingConfig();
const faultsMs = MANY_COPIES_SECONDS * 1_000;
/** A revocation is in effect within a second of its answer. A busy machine may need longer for some. */
const revocationLimitMs = { median: 1_000, each: 3_000 };
/** A median means something, and a machine with little processor still gets there. */
const revokedOfEach = 3;
const recovery = { within: 600_000, every: 500 };

/** Everything fails at random, under load. */
export function manyCopies(suite: ReplicatedSuite): void {
  let imports: ImportSeries;
  let analyzed: PluginHistory;
  let revocations: WatchedRevocations;
  let timeline: Timeline;

  beforeAll(async () => {
    const { fleet, pair, scenario } = suite;
    imports = new ImportSeries(fleet, () => pair.url);
    timeline = new Timeline(scenario, pair.url);
    revocations = new WatchedRevocations(
      fleet,
      () => fleet.of('gateway'),
      suite.provider,
      (revocation) => timeline.recordRevocation(revocation),
    );
    analyzed = await PluginHistory.start(fleet);
  });
  afterAll(() => (analyzed as PluginHistory | undefined)?.close());

  suite.step(
    'are killed, frozen and failed over under load, and clients see only 503 and broken connections',
    async () => {
      const { resent } = suite.scenario.load;
      const loads = [imports, revocations, timeline];
      for (const load of loads) load.start();
      const faults = new FaultSchedule(suite, (kind, fault) => timeline.record(kind, fault));
      try {
        await suite.scenario.runThroughFault({
          inject: async () => {
            await faults.run(faultsMs);
            await eventually(() => expect(timeline.kindsRevoked(revokedOfEach)).toEqual(credentialKinds), recovery);
          },
          repair: () => Promise.resolve(),
        });
      } catch (error) {
        throw new Error(`${String(error)}, after these faults:\n${timeline.lastFaults()}`, { cause: error });
      } finally {
        await Promise.allSettled([...loads, analyzed].map((load) => load.stop()));
      }
      await Promise.all([...loads, analyzed].map((load) => load.stop()));
      expect(timeline.countOf('process')).toBeGreaterThanOrEqual(7);
      expect(timeline.countOf('broker')).toBeGreaterThanOrEqual(2);
      expect(timeline.countOf('database')).toBe(1);
      expect(suite.scenario.load.resent).toBeGreaterThan(resent);
      expect(imports.count).toBeGreaterThan(0);
    },
  );

  suite.step('… every acknowledged activity is stored once and reported once', () =>
    suite.scenario.expectExactlyOnce(),
  );

  suite.step('… every line of every import is applied once and counted once', () => imports.expectEveryLineOnce());

  suite.step('… every analyzed activity ends once, in its way', () => analyzed.expectOutcomes(suite.pair.url));

  suite.step('… the balance is closed', async () => {
    const {
      accepted,
      duplicate,
      difference,
      stored,
      uncertain: _,
      ...others
    } = await reconciliationOf(suite.pair.url, '1');
    expect(stored).toBe(suite.scenario.load.acknowledged.size);
    expect(others).toEqual({ dropped: 0, dropped_on_error: 0, erased: 0, refused_by_choice: 0, rejected: 0 });
    // None is missing. The surplus was answered 503 and sent again, or counted by a gateway that was killed.
    expect(difference).toBeLessThanOrEqual(0);
    expect(accepted - duplicate).toBeLessThanOrEqual(stored);
  });

  suite.step(
    '… both gateways refuse half of the revoked tokens, collect keys and sessions within a second, and each within three',
    () => {
      const requestsMs = timeline.revocations.map(({ requestMs }) => requestMs);
      const [medianLimit, limit] = [
        limitBeside(revocationLimitMs.median, requestsMs),
        limitBeside(revocationLimitMs.each, requestsMs),
      ];
      for (const slow of timeline.revocations.filter(({ acceptedForMs }) => acceptedForMs > medianLimit))
        process.stderr.write(`${JSON.stringify({ ...slow, faults: timeline.faultsBefore(slow.at + 10) })}\n`);
      if (MANY_COPIES_TIMELINE !== undefined)
        timeline.write(MANY_COPIES_TIMELINE, { imports: imports.count, analyzed: analyzed.count });
      for (const kind of credentialKinds) {
        const delays = timeline.revocations
          .filter(({ credential }) => credential === kind)
          .map(({ acceptedForMs }) => acceptedForMs);
        process.stderr.write(`each revoked ${kind} was accepted for ${delays.map(Math.round).join(', ')} ms\n`);
        expect(median(delays)).toBeLessThan(medianLimit);
        expect(Math.max(...delays)).toBeLessThan(limit);
      }
      return Promise.resolve();
    },
  );

  suite.step('… and they refuse all of them after they have started again', async () => {
    for (const gateway of suite.fleet.of('gateway')) {
      await gateway.terminate();
      await gateway.start();
    }
    await revocations.expectAllRefused();
  });
}
