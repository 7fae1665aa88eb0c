import type { DuckDBConnection } from '@duckdb/node-api';

/** A mask is a positive bigint of DuckDB. Bit 0 is an activity without events. */
const lastBit = 62;
const noEvents = 1n;

interface Code {
  datamart_id: bigint;
  name: string;
  bit: number;
}

/**
 * The bits of event types in the column event_mask: of each datamart the first 62 names that it stored. So a report counts
 * the users of each by one `or` of numbers a user, instead of a table of (name, user). An activity with any other name has
 * no mask. A bit is never free again, but for a new file.
 */
export class EventCodes {
  private readonly bits = new Map<bigint, Map<string, number>>();
  /** Codes of the open transaction. */
  private added: Code[] = [];

  private constructor(codes: Code[]) {
    for (const { datamart_id, name, bit } of codes) this.bitsOf(datamart_id).set(name, bit);
  }

  static async read(connection: DuckDBConnection): Promise<EventCodes> {
    const reader = await connection.runAndReadAll('select datamart_id, name, bit from event_codes');
    return new EventCodes(reader.getRowObjects() as unknown as Code[]);
  }

  /** Gives new names bits while there are any. Null if a name has none. */
  maskOf(datamart_id: bigint, names: string[]): bigint | null {
    if (names.length === 0) return noEvents;
    const bits = this.bitsOf(datamart_id);
    let mask = 0n;
    for (const name of names) {
      const bit = bits.get(name) ?? this.add(datamart_id, name, bits);
      if (bit === undefined) return null;
      mask |= 1n << BigInt(bit);
    }
    return mask;
  }

  /** Writes the bits that the open transaction has added. */
  async write(connection: DuckDBConnection): Promise<void> {
    if (this.added.length === 0) return;
    const rows = this.added.map((_, index) => `($${3 * index + 1}, $${3 * index + 2}, $${3 * index + 3})`);
    await connection.run(
      `insert into event_codes values ${rows.join(', ')}`,
      this.added.flatMap(({ datamart_id, name, bit }) => [datamart_id, name, bit]),
    );
  }

  /** The transaction is committed. */
  keep(): void {
    this.added = [];
  }

  /** Takes back what a transaction added that was not committed. */
  discard(): void {
    for (const { datamart_id, name } of this.added) this.bitsOf(datamart_id).delete(name);
    this.added = [];
  }

  private add(datamart_id: bigint, name: string, bits: Map<string, number>): number | undefined {
    const bit = bits.size + 1;
    if (bit > lastBit) return undefined;
    bits.set(name, bit);
    this.added.push({ datamart_id, name, bit });
    return bit;
  }

  private bitsOf(datamart_id: bigint): Map<string, number> {
    const bits = this.bits.get(datamart_id) ?? new Map<string, number>();
    this.bits.set(datamart_id, bits);
    return bits;
  }
}
