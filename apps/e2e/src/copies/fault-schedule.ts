import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KafkaCluster } from '@tributary/testing/kafka/kafka-cluster';
import type { PostgresPair } from '@tributary/testing/postgres/postgres-pair';
import type { AppProcess } from '@tributary/testing/processes/processes';
import type { Fleet } from '@tributary/testing/processes/processes-fleet';
import { apps } from '@tributary/testing/processes/processes-program';

interface FaultTargets {
  fleet: Fleet;
  cluster: KafkaCluster;
  pair: PostgresPair;
}

export type FaultKind = 'process' | 'broker' | 'database';
/** @param fault for example `tracking-ingest-2 killed` */
type RecordFault = (kind: FaultKind, fault: string) => void;

/** In a round of kills, one in seven takes both processes of an app. */
const bothOneIn = 7;

/**
 * Kills processes with kill -9 at random moments, each of them at least once; kills and freezes brokers, one after the other; and in the middle fails over the database. Resolves when all that was killed runs again.
 */
export class FaultSchedule {
  private end = 0;
  private readonly failure = new AbortController();

  constructor(
    private readonly targets: FaultTargets,
    private readonly record: RecordFault,
  ) {}

  async run(durationMs: number): Promise<void> {
    this.end = Date.now() + durationMs;
    const faults = [this.killProcesses(), this.failBrokers(), this.failOver(durationMs / 2)];
    // The first failure ends the others at their next pause: none may start a process after the suite.
    for (const fault of faults) fault.catch((error: unknown) => this.failure.abort(error));
    await Promise.allSettled(faults);
    this.failure.signal.throwIfAborted();
  }

  private async killProcesses(): Promise<void> {
    do {
      for (const victim of shuffled(apps.flatMap((app) => this.targets.fleet.of(app)))) {
        await this.pause(randomInt(200, 2_500));
        const victims = randomInt(bothOneIn) === 0 ? this.copiesOf(victim) : [victim];
        await Promise.all(victims.map((process) => process.kill()));
        this.record('process', `${victims.map(({ program }) => program.name).join(' and ')} killed`);
        await this.pause(randomInt(0, 1_500));
        await Promise.all(victims.map((process) => process.startAgain()));
      }
    } while (Date.now() < this.end);
  }

  /** @throws once another fault has failed */
  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.failure.signal });
  }

  private copiesOf(process: AppProcess): AppProcess[] {
    return apps.map((app) => this.targets.fleet.of(app)).find((copies) => copies.includes(process)) ?? [];
  }

  private async failBrokers(): Promise<void> {
    const { cluster } = this.targets;
    for (let round = 0; round < 2 || Date.now() < this.end; round++) {
      await this.pause(randomInt(8_000, 15_000));
      const index = round % cluster.nodes.length;
      const node = cluster.nodes[index]!;
      const isKilled = round % 2 === 0;
      this.record('broker', `broker ${index + 1} ${isKilled ? 'killed' : 'frozen'}`);
      await (isKilled ? node.kill() : node.pause());
      // Longer than the broker's session.
      await this.pause(randomInt(11_000, 14_000));
      await (isKilled ? node.start() : node.resume());
      await cluster.untilInSync();
    }
  }

  private async failOver(afterMs: number): Promise<void> {
    await this.pause(afterMs);
    this.record('database', 'primary killed, standby promoted');
    await this.targets.pair.failOver();
  }
}

/** In random order. */
function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
