/** A row whose action was refused, with the reason. */
interface FailedRow<Row> {
  row: Row;
  failure: unknown;
}

export interface Outcome<Row> {
  failed: FailedRow<Row>[];
  /** Not come to when it was stopped. */
  left: Row[];
}

interface Progress {
  /** After each row, how many are done. */
  onDone: (count: number) => void;
  /** Rows after it are left as they are. */
  signal: AbortSignal;
}

/** Acts on rows one after the other, so that a long list is no load. A failure keeps none of the others from its action. */
export async function runEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  { onDone, signal }: Progress,
): Promise<Outcome<Row>> {
  const failed: FailedRow<Row>[] = [];
  for (const [index, row] of rows.entries()) {
    if (signal.aborted) return { failed, left: rows.slice(index) };
    try {
      await act(row);
    } catch (failure) {
      failed.push({ row, failure });
    }
    onDone(index + 1);
  }
  return { failed, left: [] };
}
