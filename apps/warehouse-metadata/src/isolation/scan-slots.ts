import { unavailable } from '@tributary/contracts/errors';

export interface SlotLimits {
  /** Scans at the same time. */
  total: number;
  perOrganisation: number;
  /** Scans that wait for a slot. */
  waiting: number;
  waitingPerOrganisation: number;
}

export const slotLimits: SlotLimits = { total: 4, perOrganisation: 2, waiting: 50, waitingPerOrganisation: 5 };

interface Waiter {
  organisation_id: string;
  start: () => void;
}

/** Bounds the scans of this process. An organisation has a share, so its slow engines leave slots to all others. */
export class ScanSlots {
  private readonly running: string[] = [];
  private readonly waiting: Waiter[] = [];

  constructor(private readonly limits: SlotLimits = slotLimits) {}

  /** Waits for a slot and holds it during the work. @throws SERVICE_UNAVAILABLE if too many wait, or the signal aborts before */
  async hold<T>(organisation_id: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.take(organisation_id, signal);
    try {
      return await work();
    } finally {
      this.release(organisation_id);
    }
  }

  private async take(organisation_id: string, signal: AbortSignal): Promise<void> {
    if (this.isFree(organisation_id)) return void this.running.push(organisation_id);
    const { waiting, waitingPerOrganisation } = this.limits;
    const own = this.waiting.filter((waiter) => waiter.organisation_id === organisation_id);
    if (this.waiting.length >= waiting || own.length >= waitingPerOrganisation)
      throw unavailable('Too many refreshes are waiting for other engines to answer');
    await this.wait(organisation_id, signal);
  }

  private wait(organisation_id: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        organisation_id,
        start: () => {
          signal.removeEventListener('abort', giveUp);
          this.running.push(organisation_id);
          resolve();
        },
      };
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        reject(unavailable('Other engines took too long; this refresh did not start'));
      };
      this.waiting.push(waiter);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
    });
  }

  private release(organisation_id: string): void {
    this.running.splice(this.running.indexOf(organisation_id), 1);
    const next = this.waiting.findIndex((waiter) => this.isFree(waiter.organisation_id));
    if (next >= 0) this.waiting.splice(next, 1)[0]?.start();
  }

  private isFree(organisation_id: string): boolean {
    const own = this.running.filter((running) => running === organisation_id);
    return this.running.length < this.limits.total && own.length < this.limits.perOrganisation;
  }
}
