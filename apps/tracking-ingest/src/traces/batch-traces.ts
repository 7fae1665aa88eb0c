import { randomBytes } from 'node:crypto';
import { insertRows } from '@tributary/database/insert-rows';
import type { UnitOfWork } from '@tributary/database/transaction';
import { encodeEntries, type TraceEntry } from './trace-entry.js';

/** Bits of a `trace_id` for the position in the batch. */
const positionBits = 12n;
const maxEntries = 1 << Number(positionBits);
/** `trace_id` is a signed bigint. */
const batchBits = 63n - positionBits;

interface Traced {
  datamart_id: string;
}

interface Batch<Activity> {
  datamart_id: string;
  batch_id: bigint;
  activities: Activity[];
}

/** The batch and the position of a `trace_id`. */
export const traceIdSql = { batch: `trace_id >> ${positionBits}`, position: `(trace_id & ${maxEntries - 1})::int` };

/**
 * Where the activities of a transaction stand in `activity_traces`. Their receipts are written before their outcomes are known,
 * and name the place.
 */
export class BatchTraces<Activity extends Traced> {
  private readonly batches: Batch<Activity>[] = [];
  private readonly ids = new Map<Activity, bigint>();

  constructor(activities: readonly Activity[]) {
    const open = new Map<string, Batch<Activity>>();
    for (const activity of activities) {
      let batch = open.get(activity.datamart_id);
      if (!batch || batch.activities.length === maxEntries) {
        batch = { datamart_id: activity.datamart_id, batch_id: newBatchId(), activities: [] };
        open.set(activity.datamart_id, batch);
        this.batches.push(batch);
      }
      this.ids.set(activity, (batch.batch_id << positionBits) + BigInt(batch.activities.length));
      batch.activities.push(activity);
    }
  }

  /** The `trace_id` of the receipt of an activity. */
  idOf(activity: Activity): string {
    return String(this.ids.get(activity));
  }

  /** @param entryOf undefined for a duplicate: its place stays empty */
  store(work: UnitOfWork, entryOf: (activity: Activity) => TraceEntry | undefined, now: number): Promise<void> {
    const rows = this.batches.flatMap(({ datamart_id, batch_id, activities }) => {
      const entries = activities.map(entryOf);
      if (entries.every((entry) => entry === undefined)) return [];
      return [[datamart_id, batch_id, now, `\\x${encodeEntries(entries, now)}`]];
    });
    return insertRows(work, 'activity_traces', traceColumns, rows);
  }
}

const traceColumns = ['datamart_id', 'batch_id', 'stored_ts', 'entries'];

/** Random: a sequence would cost a round trip before the claim. */
const newBatchId = () => randomBytes(8).readBigUInt64BE() >> (64n - batchBits);
