import { unavailable } from '@tributary/contracts/errors';

/** A body in memory that is incomplete or not verified. */
export interface HeldBody {
  /** Ends it, and releases its bytes. */
  refuse: (error: Error) => void;
}

/**
 * Bounds the memory of all held bodies. Beyond the bound the oldest body is refused, not the newest: the body of a live
 * request arrives with its head and is held for a moment, while an attack consists of bodies that never end.
 */
export class HeldBodies {
  /** Bytes by body, the oldest body first. */
  private readonly bodies = new Map<HeldBody, number>();
  private total = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly onRefused: () => void,
  ) {}

  get bytes(): number {
    return this.total;
  }

  /** @param bytes what the body occupies now */
  hold(body: HeldBody, bytes: number): void {
    this.total += bytes - (this.bodies.get(body) ?? 0);
    this.bodies.set(body, bytes);
    while (this.total > this.maxBytes) this.refuseOldest();
  }

  release(body: HeldBody): void {
    this.total -= this.bodies.get(body) ?? 0;
    this.bodies.delete(body);
  }

  private refuseOldest(): void {
    const [oldest] = this.bodies.keys();
    if (!oldest) return;
    this.release(oldest);
    this.onRefused();
    oldest.refuse(unavailable('too many requests have incomplete bodies'));
  }
}
