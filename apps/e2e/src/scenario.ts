import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { Load } from '@tributary/testing/load';
import { countStored, exactlyOnce, expectedReport, findDiscrepancies, readReport } from '@tributary/testing/load-check';
import type { Platform } from '@tributary/testing/processes-platform';
import { setTimeout as sleep } from 'node:timers/promises';

const dayMs = 86_400_000;
/** `$ts` of the load, by which it is told from everything else. Yesterday at noon: a suite that runs past midnight still looks at one day. */
const noon = Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;
const day = new Date(noon).toISOString().slice(0, 10);
/** Longer than a consumer needs to take up the work of one that was killed. */
const recoveryMs = 180_000;
/** A duplicate may come after the original: time for it to show. */
const settleMs = 2_000;

/** What is broken, and how it comes back. */
export interface Fault {
  strike: () => Promise<void>;
  /** While it is down. */
  meanwhile?: () => Promise<void>;
  repair: () => Promise<void>;
}

/** One platform under load, over all the faults of a suite: what was acknowledged before a fault counts after it too. */
export class Scenario {
  /** @param databaseUrl asked each time, as an embedded server changes its address with every start */
  constructor(
    readonly platform: Platform,
    private readonly databaseUrl: () => string,
    readonly load = new Load(platform, { ts: noon }),
  ) {}

  /** What was acknowledged here, to be looked for on another platform. */
  movedTo(platform: Platform, databaseUrl: () => string): Scenario {
    return new Scenario(platform, databaseUrl, this.load);
  }

  /** Runs the load before, through and after the fault; resolves when all that was sent is acknowledged. */
  async endure({ strike, meanwhile, repair }: Fault): Promise<void> {
    this.load.start();
    try {
      await this.load.flows();
      await strike();
      await meanwhile?.();
      await repair();
      await this.load.flows();
    } finally {
      await this.load.stop();
    }
  }

  /** Every acknowledged activity is stored once and reported once, and nothing else is. */
  async expectExactlyOnce(): Promise<void> {
    const unexpected = Object.fromEntries(this.load.unexpected);
    this.load.unexpected.clear(); // what one fault did is not laid at the next one's door
    expect(unexpected).toEqual({});
    await eventually(() => this.compare(), { within: recoveryMs, every: 500 });
    await sleep(settleMs);
    await this.compare();
  }

  async discrepancies(table?: string) {
    return findDiscrepancies(this.load.acknowledged, await countStored(this.databaseUrl(), noon, table));
  }

  report() {
    return readReport(this.platform, day);
  }

  private async compare(): Promise<void> {
    expect(await this.discrepancies()).toEqual(exactlyOnce);
    expect(await this.report()).toEqual(expectedReport(this.load.acknowledged));
  }
}
