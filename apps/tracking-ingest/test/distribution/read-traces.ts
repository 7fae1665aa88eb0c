import { LeftOutRepository } from '../../src/left-out/left-out.repository.js';
import { TracesRepository } from '../../src/traces/traces.repository.js';
import type { Tracking } from '../tracking.js';

/** Reads the trace of an activity that is stored, and what reports leave out. */
export async function readTraces(tracking: Tracking, datamart_id: string): Promise<void> {
  const [one] = await tracking.database.query<{ activity_id: string }[]>(
    'select activity_id from activities where datamart_id = $1 limit 1',
    [datamart_id],
  );
  if (!one) throw new Error('no activity is stored');
  const now = Date.now();
  await tracking.app.app.get(TracesRepository, { strict: false }).find(datamart_id, one.activity_id, now);
  await tracking.app.app.get(LeftOutRepository, { strict: false }).read({ datamart_id, from_ts: 0, to_ts: now }, now);
}
