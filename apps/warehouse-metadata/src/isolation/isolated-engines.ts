import { createRequire } from 'node:module';
import type { OnApplicationShutdown } from '@nestjs/common';
import { unavailable } from '@tributary/contracts/errors';
import type { EngineType } from '@tributary/contracts/warehouses/warehouse';
import { FairSlots, type SlotLimits } from '@tributary/contracts/shares/fair-slots';
import type { OrganisationUse } from '@tributary/contracts/shares/fair-slots';
import type { GuardSettings } from '@tributary/security/addresses/address-guard';
import { Engines, type Engine, type Scan } from '../engines/engine.js';
import { ScanChild, type ChildOptions } from './scan-child.js';
import type { ScanRequest } from './scan-messages.js';

export interface IsolationOptions extends Partial<ChildOptions> {
  guard: GuardSettings;
  environment: NodeJS.ProcessEnv;
  slots?: SlotLimits;
  /** Whether a process may scan again after a failure. Default false: an engine may have left work in it. In specs. */
  keepsAfterFailure?: boolean;
}

/** Scans of this process. Each lasts five minutes at most, so even an organisation that is alone leaves one to others. */
const scanSlots: SlotLimits = { held: 4, waiting: 50, byOrganisation: true, shares: [{ held: 3, waiting: 50 }] };

/** How long a process waits for the next scan. */
const idleMs = 60_000;

/** The compiled file, even if this one runs from its source. */
const main = () => createRequire(import.meta.url).resolve('@tributary/warehouse-metadata/isolation/scan-process');

/**
 * Runs each scan in a process of its own, so that nothing that an engine answers can harm this one. A process whose scan
 * has succeeded waits for another one.
 */
export class IsolatedEngines extends Engines implements OnApplicationShutdown {
  private readonly children = new Set<ScanChild>();
  private readonly idle: ScanChild[] = [];
  private readonly slots: FairSlots;
  private readonly childOptions: ChildOptions;

  constructor(private readonly options: IsolationOptions) {
    super();
    const { filename = main(), environment, slots = scanSlots } = options;
    this.slots = new FairSlots(slots);
    this.childOptions = { filename, environment };
  }

  of(engine_type: EngineType, organisation_id: string): Engine {
    const { guard } = this.options;
    const run = (request: Pick<ScanRequest, 'credentials' | 'only_connects'>, signal: AbortSignal) =>
      this.holdSlot(organisation_id, signal, () => this.scan({ engine_type, guard, ...request }, signal));
    return {
      scan: (credentials, signal) => run({ credentials, only_connects: false }, signal),
      connect: async (credentials, signal) => void (await run({ credentials, only_connects: true }, signal)),
    };
  }

  /** The organisations whose scans run or wait. */
  organisations(): OrganisationUse[] {
    return this.slots.organisations();
  }

  onApplicationShutdown(): void {
    for (const child of this.children) child.kill();
  }

  /** @throws SERVICE_UNAVAILABLE if too many scans wait, or the signal aborts before there is a slot */
  private async holdSlot<T>(organisation_id: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const slot = await this.slots.take([organisation_id], 1, signal);
    if (slot === 'FULL') throw unavailable('Too many requests are waiting for other engines to answer');
    if (slot === 'ABORTED') throw unavailable('Other engines took too long; this request did not start');
    try {
      return await work();
    } finally {
      slot.release();
    }
  }

  private async scan(request: ScanRequest, signal: AbortSignal): Promise<Scan> {
    const child = this.takeIdle() ?? new ScanChild(this.childOptions);
    this.children.add(child);
    let mayScanAgain = this.options.keepsAfterFailure ?? false;
    try {
      const scan = await child.scan(request, signal);
      mayScanAgain = true;
      return scan;
    } finally {
      if (mayScanAgain) this.keep(child);
      else this.end(child);
    }
  }

  private takeIdle(): ScanChild | undefined {
    const child = this.idle.pop();
    return child?.hasEnded ? this.takeIdle() : child;
  }

  private keep(child: ScanChild): void {
    this.idle.push(child);
    const endIfIdle = () => {
      const index = this.idle.indexOf(child);
      if (index < 0) return;
      this.idle.splice(index, 1);
      this.end(child);
    };
    setTimeout(endIfIdle, idleMs).unref();
  }

  private end(child: ScanChild): void {
    this.children.delete(child);
    child.kill();
  }
}
