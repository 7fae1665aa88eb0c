export interface SlotLimits {
  total: number;
  /** Share of one key, so that a slow one leaves slots to all others. */
  perKey: number;
}

interface Waiter {
  key: string;
  weight: number;
  start: () => void;
}

/** Holds slots. */
export interface Slot {
  release: () => void;
}

/** Bounds what all keys may hold at once, and what each of them may. The first that fits is served first. */
export class FairSlots {
  private held = 0;
  private readonly heldBy = new Map<string, number>();
  private readonly waiting = new Set<Waiter>();

  constructor(private readonly limits: SlotLimits) {}

  /** @returns undefined if the signal aborts before the slots are free. Who wants more than a share gets the whole share. */
  async take(key: string, wanted: number, signal: AbortSignal): Promise<Slot | undefined> {
    const weight = Math.min(wanted, this.limits.perKey, this.limits.total);
    if (signal.aborted) return undefined;
    if (this.fits(key, weight)) this.add(key, weight);
    else if (!(await this.wait(key, weight, signal))) return undefined;
    let isHeld = true;
    const release = () => {
      if (isHeld) this.release(key, weight);
      isHeld = false;
    };
    return { release };
  }

  /** True once it has the slots. */
  private wait(key: string, weight: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (hasSlots: boolean) => {
        this.waiting.delete(waiter);
        signal.removeEventListener('abort', giveUp);
        resolve(hasSlots);
      };
      const giveUp = () => end(false);
      const waiter: Waiter = { key, weight, start: () => end(true) };
      this.waiting.add(waiter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  private release(key: string, weight: number): void {
    this.add(key, -weight);
    for (const waiter of this.waiting) {
      if (!this.fits(waiter.key, waiter.weight)) continue;
      this.add(waiter.key, waiter.weight);
      waiter.start();
    }
  }

  private fits(key: string, weight: number): boolean {
    return this.held + weight <= this.limits.total && (this.heldBy.get(key) ?? 0) + weight <= this.limits.perKey;
  }

  private add(key: string, weight: number): void {
    this.held += weight;
    const held = (this.heldBy.get(key) ?? 0) + weight;
    if (held === 0) this.heldBy.delete(key);
    else this.heldBy.set(key, held);
  }
}
