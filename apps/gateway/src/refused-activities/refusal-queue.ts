import { refusalLimits } from '@tributary/contracts/tracking/refused-activity';

/** A refusal that waits to be published. */
export interface QueuedRefusal {
  datamart_id: string;
  /** One text per credential. */
  sender: string;
  /** Its memory. */
  bytes: number;
}

export interface QueueLimits {
  /** For each datamart: no more are stored either. */
  rows: number;
  /** For each datamart. */
  bytes: number;
  /** For all datamarts together. */
  totalBytes: number;
}

const defaultLimits: QueueLimits = { ...refusalLimits, totalBytes: 2 * refusalLimits.bytes };

interface Waiting<Refusal> {
  rows: Set<Refusal>;
  bytes: number;
}

class OfDatamart<Refusal extends QueuedRefusal> {
  /** By credential. */
  readonly senders = new Map<string, Waiting<Refusal>>();
  rows = 0;
  bytes = 0;

  add(refusal: Refusal): void {
    const waiting = this.senders.get(refusal.sender) ?? { rows: new Set<Refusal>(), bytes: 0 };
    this.senders.set(refusal.sender, waiting);
    waiting.rows.add(refusal);
    waiting.bytes += refusal.bytes;
    this.rows += 1;
    this.bytes += refusal.bytes;
  }

  /** Takes the oldest refusal of a credential, which then is the last of all. */
  take(sender: string): Refusal | undefined {
    const waiting = this.senders.get(sender);
    const [oldest] = waiting?.rows ?? [];
    if (!waiting || !oldest) return undefined;
    waiting.rows.delete(oldest);
    waiting.bytes -= oldest.bytes;
    this.rows -= 1;
    this.bytes -= oldest.bytes;
    this.senders.delete(sender);
    if (waiting.rows.size > 0) this.senders.set(sender, waiting);
    return oldest;
  }

  takeOfHeaviest(weightOf: (waiting: Waiting<Refusal>) => number): Refusal | undefined {
    const [heaviest] = [...this.senders].reduce((one, other) => (weightOf(other[1]) > weightOf(one[1]) ? other : one));
    return this.take(heaviest);
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
    while (own.rows > this.limits.rows) this.evict(datamart_id, own, ({ rows }) => rows.size);
    while (own.bytes > this.limits.bytes && own.rows > 1) this.evict(datamart_id, own, ({ bytes }) => bytes);
    while (this.bytes > this.limits.totalBytes) {
      const [id, heaviest] = [...this.datamarts].reduce((one, other) => (other[1].bytes > one[1].bytes ? other : one));
      this.evict(id, heaviest, ({ bytes }) => bytes);
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
        const [sender = ''] = own.senders.keys();
        const oldest = own.take(sender);
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

  private evict(datamart_id: string, own: OfDatamart<Refusal>, weightOf: (waiting: Waiting<Refusal>) => number): void {
    const evicted = own.takeOfHeaviest(weightOf);
    if (!evicted) return;
    this.bytes -= evicted.bytes;
    if (own.rows === 0) this.datamarts.delete(datamart_id);
    this.leaveOut(datamart_id, 1);
  }
}
