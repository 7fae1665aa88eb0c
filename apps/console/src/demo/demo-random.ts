/** Random numbers that a seed determines: the same text gives the same sequence, in every browser. */
export class DemoRandom {
  private state: number;

  constructor(seed: string) {
    // FNV-1a
    this.state = [...seed].reduce(
      (hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619),
      2_166_136_261,
    );
  }

  /** From 0 to 1. Mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** From 0 to `below`. */
  integer(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of the values, by weight. */
  pick<Value>(weighted: readonly (readonly [value: Value, weight: number])[]): Value {
    const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.next() * total;
    const picked = weighted.find(([, weight]) => (left -= weight) < 0) ?? weighted.at(-1);
    if (!picked) throw new RangeError('nothing to pick from');
    return picked[0];
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.integer(256));
  }
}
