import { refusalLimits } from '@tributary/contracts/refusals/refused-activity';

/** A refusal that waits to be published. */
export interface QueuedRefusal {
  datamart_id: string;
  /** One text per credential. */
  sender: string;
  /** Its memory. */
  bytes: number;
}

interface QueueLimits {
  /** For each datamart: no more are stored either. */
  rows: number;
  /** For each datamart. */
  bytes: number;
  /** For all datamarts together. */
  totalBytes: number;
}

const defaultLimits: QueueLimits = { ...refusalLimits, totalBytes: 2 * refusalLimits.bytes };

/** The refusals of one credential, in their order. A `Set` would skip all that have left at each look at its first. */
class Waiting<Refusal extends QueuedRefusal> {
  private refusals: Refusal[] = [];
  private start = 0;
  bytes = 0;

  get rows(): number {
    return this.refusals.length - this.start;
  }

  add(refusal: Refusal): void {
    this.refusals.push(refusal);
    this.bytes += refusal.bytes;
  }

  takeOldest(): Refusal | undefined {
    const oldest = this.refusals[this.start];
    if (!oldest) return undefined;
    this.start += 1;
    this.bytes -= oldest.bytes;
    // The room of those that have left is given free in batches: one by one it would cost more than the rest.
    if (this.start >= 256 && this.start * 2 >= this.refusals.length) {
      this.refusals = this.refusals.slice(this.start);
      this.start = 0;
    }
    return oldest;
  }
}

class OfDatamart<Refusal extends QueuedRefusal> {
  /** By credential. */
  private readonly senders = new Map<string, Waiting<Refusal>>();
  rows = 0;
  bytes = 0;

  add(refusal: Refusal): void {
    let waiting = this.senders.get(refusal.sender);
    if (!waiting) this.senders.set(refusal.sender, (waiting = new Waiting()));
    waiting.add(refusal);
    this.rows += 1;
    this.bytes += refusal.bytes;
  }

  /** Takes the oldest refusal of the next credential, which then is the last of all. */
  takeNext(): Refusal | undefined {
    const [next] = this.senders;
    if (!next) return undefined;
    const [sender, waiting] = next;
    this.senders.delete(sender);
    this.senders.set(sender, waiting);
    return this.takeOf(sender, waiting);
  }

  takeOfHeaviest(weight: 'rows' | 'bytes'): Refusal | undefined {
    let heaviest: [string, Waiting<Refusal>] | undefined;
    for (const one of this.senders) if (!heaviest || one[1][weight] > heaviest[1][weight]) heaviest = one;
    return heaviest && this.takeOf(...heaviest);
  }

  private takeOf(sender: string, waiting: Waiting<Refusal>): Refusal | undefined {
    const oldest = waiting.takeOldest();
    this.rows -= oldest ? 1 : 0;
    this.bytes -= oldest?.bytes ?? 0;
    if (waiting.rows === 0) this.senders.delete(sender);
    return oldest;
  }
}

/**
 * The refusals of one gateway until they are published. Beyond the limits the oldest of the heaviest credential are left
 * out, and counted.
 */
export class RefusalQueue<Refusal extends QueuedRefusal> {
  private readonly datamarts = new Map<string, OfDatamart<Refusal>>();
  private readonly leftOut = new Map<string, number>();
  private bytes = 0;

  constructor(private readonly limits: QueueLimits = defaultLimits) {}

  get isEmpty(): boolean {
    return this.datamarts.size + this.leftOut.size === 0;
  }

  add(refusal: Refusal): void {
    const { datamart_id } = refusal;
    const own = this.datamarts.get(datamart_id) ?? new OfDatamart<Refusal>();
    this.datamarts.set(datamart_id, own);
    own.add(refusal);
    this.bytes += refusal.bytes;
    while (own.rows > this.limits.rows) this.evict(datamart_id, own, 'rows');
    while (own.bytes > this.limits.bytes && own.rows > 1) this.evict(datamart_id, own, 'bytes');
    while (this.bytes > this.limits.totalBytes) {
      const [id, heaviest] = [...this.datamarts].reduce((one, other) => (other[1].bytes > one[1].bytes ? other : one));
      this.evict(id, heaviest, 'bytes');
    }
  }

  /** Counts refusals that are not kept. */
  leaveOut(datamart_id: string, refusals: number): void {
    if (refusals > 0) this.leftOut.set(datamart_id, (this.leftOut.get(datamart_id) ?? 0) + refusals);
  }

  /** Takes one refusal of each credential after the other, the oldest first, until a limit is reached. */
  take(rows: number, bytes: number): Refusal[] {
    const taken: Refusal[] = [];
    let size = 0;
    while (this.datamarts.size > 0 && taken.length < rows && size < bytes) {
      for (const [datamart_id, own] of [...this.datamarts]) {
        const oldest = own.takeNext();
        if (!oldest) continue;
        this.bytes -= oldest.bytes;
        size += oldest.bytes;
        taken.push(oldest);
        if (own.rows === 0) this.datamarts.delete(datamart_id);
        if (taken.length >= rows || size >= bytes) break;
      }
    }
    return taken;
  }

  /** How many were left out since the last call, by datamart. */
  takeLeftOut(): Map<string, number> {
    const counts = new Map(this.leftOut);
    this.leftOut.clear();
    return counts;
  }

  private evict(datamart_id: string, own: OfDatamart<Refusal>, weight: 'rows' | 'bytes'): void {
    const evicted = own.takeOfHeaviest(weight);
    if (!evicted) return;
    this.bytes -= evicted.bytes;
    if (own.rows === 0) this.datamarts.delete(datamart_id);
    this.leaveOut(datamart_id, 1);
  }
}
