/** Something that arrived over the feed, with what it takes to order and to bound it. */
export interface FeedRow<Value> {
  /** Unique: a row that arrives again after a reconnect is not added. */
  id: string;
  received_ts: number;
  /** Characters of its JSON. */
  size: number;
  /** How often it was sent: an activity with a `$unique_key` is stored once, however often it is sent. */
  times: number;
  value: Value;
}

export type ShownRow<Value> = Pick<FeedRow<Value>, 'id' | 'received_ts' | 'value'>;

export interface RowBounds {
  rows: number;
  /** Characters of JSON of all rows: one activity may have a million. */
  size: number;
}

/** The newest rows, in the order of their arrival at the platform. Bounded in number and in size. */
export class RowList<Value> {
  /** The oldest first. */
  private rows: FeedRow<Value>[] = [];
  private readonly known = new Map<string, FeedRow<Value>>();
  private size = 0;

  constructor(private readonly bounds: RowBounds) {}

  /** @returns whether the row is new */
  add(row: FeedRow<Value>): boolean {
    const same = this.known.get(row.id);
    if (same) return this.repeat(same, row);
    // After a reconnect the server sends its latest again: of those, the ones missed meanwhile may be older.
    let place = this.rows.length;
    while (place > 0 && at(this.rows, place - 1).received_ts > row.received_ts) place -= 1;
    // It is older than all of a full list.
    if (place === 0 && this.rows.length >= this.bounds.rows) return false;
    this.rows.splice(place, 0, row);
    this.known.set(row.id, row);
    this.size += row.size;
    this.dropOldest();
    return true;
  }

  newestFirst(): readonly FeedRow<Value>[] {
    return this.rows.toReversed();
  }

  private repeat(known: FeedRow<Value>, row: FeedRow<Value>): boolean {
    if (row.received_ts <= known.received_ts) return false;
    const repeated = { ...known, received_ts: row.received_ts, times: known.times + 1 };
    this.remove(known);
    this.add(repeated);
    return false;
  }

  private remove(row: FeedRow<Value>): void {
    this.rows.splice(this.rows.indexOf(row), 1);
    this.known.delete(row.id);
    this.size -= row.size;
  }

  private dropOldest(): void {
    while (this.rows.length > this.bounds.rows || (this.size > this.bounds.size && this.rows.length > 1))
      this.remove(at(this.rows, 0));
  }
}

const at = <Value>(rows: readonly FeedRow<Value>[], place: number): FeedRow<Value> => {
  const row = rows[place];
  if (!row) throw new RangeError(`no row ${place}`);
  return row;
};
