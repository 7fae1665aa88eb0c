import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, Load, postUntilAccepted } from '@tributary/testing/load/load';
import {
  countStored,
  exactlyOnce,
  expectedReport,
  findDiscrepancies,
  readReport,
} from '@tributary/testing/load/load-check';
import type { Platform } from '@tributary/testing/processes/platform';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { setTimeout as sleep } from 'node:timers/promises';

const dayMs = 86_400_000;
/**
 * The `$ts` of all activities of the load, which distinguishes them from others. It is yesterday at noon, so that the day
 * stays the same past midnight.
 */
export const noon = Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;
const day = new Date(noon).toISOString().slice(0, 10);
/** Forty activities a second: with a shorter pause, 16 clients take the processor from what restarts. */
const loadPauseMs = 400;
/** Longer than a consumer needs to take over the work of a killed one. */
const recoveryMs = 180_000;
/** Time for a late duplicate to appear. */
const settleMs = 2_000;

/** A fault and its repair. */
export interface Fault {
  inject: () => Promise<void>;
  /** Runs between the fault and its repair. */
  during?: () => Promise<void>;
  repair: () => Promise<void>;
}

/** A platform under load through all faults of a suite. Checks include the activities acknowledged before earlier faults. */
export class Scenario {
  /** @param databaseUrl called each time, because the address of an embedded server changes with every start */
  constructor(
    readonly platform: Platform,
    private readonly databaseUrl: () => string,
    readonly load = new Load(platform, { ts: noon, pause: loadPauseMs }),
  ) {}

  /** A scenario on another platform that expects the activities acknowledged here. */
  movedTo(platform: Platform, databaseUrl: () => string): Scenario {
    return new Scenario(platform, databaseUrl, this.load);
  }

  /** Runs the load before, during and after the fault. Resolves when all sent activities are acknowledged. */
  async runThroughFault({ inject, during, repair }: Fault): Promise<void> {
    this.load.start();
    let isBroken = false;
    try {
      await this.load.untilAcknowledged();
      isBroken = true;
      await inject();
      await during?.();
      isBroken = false;
      await repair();
      await this.load.untilAcknowledged();
    } catch (error) {
      // The next fault needs a platform that works. Errors of these two would hide this one.
      if (isBroken) await repair().catch(() => {});
      await this.load.stop().catch(() => {});
      throw error;
    }
    await this.load.stop();
  }

  /**
   * Kills a process with kill -9 while it has requests of the load: at a low rate, a kill at any moment may find none. All copies
   * are frozen until each client of the load waits for an answer.
   */
  async killAmidRequests(victim: AppProcess, copies: AppProcess[]): Promise<void> {
    const running = copies.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
    for (const pid of running) process.kill(pid, 'SIGSTOP');
    await sleep(2 * loadPauseMs);
    await victim.kill();
    for (const pid of running) if (pid !== victim.pid) process.kill(pid, 'SIGCONT');
  }

  /** Sends one activity each of people whom no other activity is about. Later checks include them. */
  async addPeople(...agents: string[]): Promise<void> {
    for (const agent of agents) {
      const id = randomUUID();
      await postUntilAccepted(this.platform, anActivity(id, agent, noon));
      this.load.acknowledged.set(id, agent);
    }
  }

  /** Expects every acknowledged activity to be stored once and reported once, and no other activity. */
  async expectExactlyOnce(): Promise<void> {
    const unexpected = Object.fromEntries(this.load.unexpected);
    this.load.unexpected.clear(); // do not blame the next fault for this one
    expect(unexpected).toEqual({});
    const recovery = { within: recoveryMs, every: 500 };
    const expected = () => ({ discrepancies: exactlyOnce, report: expectedReport(this.load.acknowledged) });
    await eventually(async () => expect(await this.read()).toEqual(expected()), recovery);
    await sleep(settleMs);
    // Only a read that fails is repeated: a duplicate that goes again is one.
    expect(await eventually(() => this.read(), recovery)).toEqual(expected());
  }

  async discrepancies(table?: string) {
    return findDiscrepancies(this.load.acknowledged, await countStored(this.databaseUrl(), noon, table));
  }

  report() {
    return readReport(this.platform, day);
  }

  private async read() {
    return { discrepancies: await this.discrepancies(), report: await this.report() };
  }
}
