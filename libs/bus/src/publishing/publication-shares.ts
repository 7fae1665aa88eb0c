import { OrganisationShares, reserveOf } from '@tributary/contracts/shares/organisation-shares';

/** Messages, and their bytes. */
export interface Size {
  messages: number;
  bytes: number;
}

/** An organisation whose call was refused counts as one that lacks room for so long: clients send again within it. */
const lackingMs = 2_000;
const units = ['messages', 'bytes'] as const;

/**
 * Counts the messages of each organisation in the queue to publish, and decides whether it may have more: by
 * OrganisationShares, and beside others that were refused lately no more than an equal part of what one may have. Nothing
 * waits for room: a call that finds none is refused.
 */
export class PublicationShares {
  private readonly held = new Map<string, Size>();
  private readonly shares = new OrganisationShares();
  /** When each organisation was refused for the last time, oldest first. */
  private readonly refused = new Map<string, number>();

  constructor(private readonly limits: Size) {}

  /**
   * Call it where the whole queue has room for `more`.
   *
   * @param all what is held by all, and by calls of no organisation
   */
  mayHold(organisation_id: string, more: Size, all: Size): boolean {
    this.shares.see(organisation_id);
    const own = this.held.get(organisation_id);
    // One call at a time is taken from an organisation that holds nothing.
    return !own || units.every((unit) => more[unit] <= this.room(organisation_id, own, { unit, all: all[unit] }));
  }

  /** The organisation lacks room. */
  lack(organisation_id: string): void {
    this.refused.delete(organisation_id);
    this.refused.set(organisation_id, performance.now());
  }

  hold(organisation_id: string, { messages, bytes }: Size): void {
    const { messages: heldMessages = 0, bytes: heldBytes = 0 } = this.held.get(organisation_id) ?? {};
    this.held.set(organisation_id, { messages: heldMessages + messages, bytes: heldBytes + bytes });
  }

  /** One message has ended. */
  release(organisation_id: string, bytes: number): void {
    const own = this.held.get(organisation_id);
    if (!own) return;
    own.messages -= 1;
    own.bytes -= bytes;
    if (own.messages === 0) this.held.delete(organisation_id);
  }

  /** Messages of each organisation. */
  organisations(): { organisation_id: string; held: number; waiting: number }[] {
    return Array.from(this.held, ([organisation_id, { messages }]) => ({
      organisation_id,
      held: messages,
      waiting: 0,
    }));
  }

  private room(organisation_id: string, own: Size, { unit, all }: { unit: keyof Size; all: number }): number {
    const total = this.limits[unit];
    const room = this.shares.room(total, { all, own: own[unit], hasOthers: this.held.size > 1 });
    const lacking = this.othersThatLack(organisation_id);
    if (lacking === 0) return room;
    return Math.min(room, Math.floor((total - reserveOf(total)) / (lacking + 1)) - own[unit]);
  }

  private othersThatLack(organisation_id: string): number {
    const since = performance.now() - lackingMs;
    for (const [other, at] of this.refused) {
      if (at >= since) break;
      this.refused.delete(other);
    }
    return this.refused.size - (this.refused.has(organisation_id) ? 1 : 0);
  }
}
