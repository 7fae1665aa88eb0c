/** The first size of a buffer for bytes that come in several pieces. */
const firstCapacity = 16 * 1024;

const noBytes: Buffer = Buffer.alloc(0);

/**
 * Bytes that arrive piece by piece. A list of pieces would let a client that sends single bytes occupy a hundred times what it
 * sends, and joining them each time would cost quadratic time: later pieces are copied into a buffer that doubles.
 */
export class GrowingBuffer {
  private buffer = noBytes;
  private used = 0;

  /** @param maxCapacity bytes that are allocated at most, unless more are appended */
  constructor(private readonly maxCapacity = Infinity) {}

  get length(): number {
    return this.used;
  }

  /** Bytes that are occupied. */
  get capacity(): number {
    return this.buffer.length;
  }

  get bytes(): Buffer {
    return this.used === this.buffer.length ? this.buffer : this.buffer.subarray(0, this.used);
  }

  append(piece: Buffer): void {
    const length = this.used + piece.length;
    // The first piece is not copied: most bodies have no other.
    if (this.used === 0) this.buffer = piece;
    else {
      if (length > this.buffer.length) this.grow(length);
      piece.copy(this.buffer, this.used);
    }
    this.used = length;
  }

  clear(): void {
    this.buffer = noBytes;
    this.used = 0;
  }

  private grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(firstCapacity, length, Math.min(2 * length, this.maxCapacity)));
    this.buffer.copy(larger, 0, 0, this.used);
    this.buffer = larger;
  }
}
