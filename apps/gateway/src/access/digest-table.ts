/** Bytes of a SHA-256. */
const digestBytes = 32;
const firstCapacity = 1_024;

/**
 * A map from SHA-256 digests to slots: small numbers under which the caller keeps what it knows of each. It holds a
 * million digests in 40 MiB outside of JavaScript's heap, where a Map of texts takes 100 and makes the collector walk
 * them. Digests need no hashing: their first bytes are evenly spread already.
 */
export class DigestTable {
  /** Slot + 1 by the place of its digest, 0 where none is; at most half full. */
  private places = new Uint32Array(firstCapacity * 2);
  private digests = Buffer.alloc(firstCapacity * digestBytes);
  private readonly free: number[] = [];
  private used = 0;

  /** How many slots there have ever been at once; the caller's arrays need no more. */
  get slots(): number {
    return this.used;
  }

  /** The slot of the digest, or undefined. */
  find(digest: Buffer): number | undefined {
    const slot = (this.places[this.placeOf(digest)] ?? 0) - 1;
    return slot < 0 ? undefined : slot;
  }

  /** The slot of the digest, a new one when it is not there. */
  add(digest: Buffer): number {
    const place = this.placeOf(digest);
    const present = this.places[place] ?? 0;
    if (present !== 0) return present - 1;
    const slot = this.free.pop() ?? this.used++;
    if ((slot + 1) * digestBytes > this.digests.length) {
      this.grow();
      return this.put(slot, digest, this.placeOf(digest));
    }
    return this.put(slot, digest, place);
  }

  /** Takes the digest of the slot out; the slot goes to the next one that is added. */
  remove(slot: number): void {
    const mask = this.places.length - 1;
    let hole = this.placeOf(this.digestAt(slot));
    this.free.push(slot);
    // What stands behind moves up, unless it stands at or before where it belongs: so that no search ends too early.
    for (let next = (hole + 1) & mask; this.places[next] !== 0; next = (next + 1) & mask) {
      const home = this.homeAt((this.places[next] ?? 0) - 1);
      if (((next - home) & mask) < ((next - hole) & mask)) continue;
      this.places[hole] = this.places[next] ?? 0;
      hole = next;
    }
    this.places[hole] = 0;
  }

  private put(slot: number, digest: Buffer, place: number): number {
    digest.copy(this.digests, slot * digestBytes);
    this.places[place] = slot + 1;
    return slot;
  }

  /** Where the digest stands, or would. */
  private placeOf(digest: Buffer): number {
    const mask = this.places.length - 1;
    let place = this.homeOf(digest);
    for (;;) {
      const slot = (this.places[place] ?? 0) - 1;
      if (slot < 0 || this.isAt(slot, digest)) return place;
      place = (place + 1) & mask;
    }
  }

  private homeOf(digest: Buffer): number {
    return digest.readUInt32LE(0) & (this.places.length - 1);
  }

  private homeAt(slot: number): number {
    return this.digests.readUInt32LE(slot * digestBytes) & (this.places.length - 1);
  }

  private nextFree(place: number): number {
    while (this.places[place] !== 0) place = (place + 1) & (this.places.length - 1);
    return place;
  }

  private isAt(slot: number, digest: Buffer): boolean {
    const start = slot * digestBytes;
    // Two that want one place mostly differ here, where to look costs a tenth of `compare`.
    if (digest.readUInt32LE(4) !== this.digests.readUInt32LE(start + 4)) return false;
    return digest.compare(this.digests, start, start + digestBytes) === 0;
  }

  private digestAt(slot: number): Buffer {
    return this.digests.subarray(slot * digestBytes, (slot + 1) * digestBytes);
  }

  private grow(): void {
    const digests = Buffer.alloc(this.digests.length * 2);
    this.digests.copy(digests);
    const former = this.places;
    this.digests = digests;
    this.places = new Uint32Array(former.length * 2);
    for (const entry of former) if (entry !== 0) this.places[this.nextFree(this.homeAt(entry - 1))] = entry;
  }
}
