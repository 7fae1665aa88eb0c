import { FlagUpkeep } from '../../src/flagged-people/flag-upkeep.js';
import type { Tracking } from '../tracking.js';
import { ObservationUpkeep } from '../../src/tracking-plan/observation-upkeep.js';
import { RefusedByChoiceRepository } from '../../src/consent/refused-by-choice.repository.js';
import { SelectionPreviews } from '../../src/consent/selection-previews.js';
import { LeftOutRepository } from '../../src/left-out/left-out.repository.js';
import { TracesRepository } from '../../src/traces/traces.repository.js';

/** Flags all people of a datamart whose rules are strict, and lists them. */
export async function flagEveryone({ app, call }: Tracking, datamart_id: string): Promise<void> {
  await app.app.get(FlagUpkeep, { strict: false }).run(Date.now);
  await call('GET', `${datamart_id}/user_points/flagged`);
  await app.app.get(FlagUpkeep, { strict: false }).run(() => Date.now() + 60_000);
}

/** Plans event types of a datamart, one by one and all together, and lists them with those that came. */
export async function planEvents(tracking: Tracking, datamart_id: string): Promise<void> {
  await tracking.call('PUT', `${datamart_id}/event_types/debug`, { status: 'BLOCKED' });
  await tracking.call('PUT', `${datamart_id}/tracking_plan`, {
    event_types: [{ name: 'order_placed', status: 'EXPECTED', schema: { required: ['order_id'] } }],
  });
  await tracking.call('GET', `${datamart_id}/tracking_plan`);
  await tracking.send(datamart_id, {
    $user_agent_id: 'planner',
    $events: [{ $event_name: 'order_placed', $properties: { order_id: 'a', colour: 'red' } }],
  });
  await tracking.app.app.get(ObservationUpkeep, { strict: false }).save();
  await tracking.call('GET', `${datamart_id}/event_types`);
}

/** Reads what choices refuse on a channel, and what they would refuse. */
export async function readRefusals(
  { app }: Tracking,
  channel: { datamart_id: string; channel_id: string },
): Promise<void> {
  const of = { strict: false } as const;
  const page = { first_result: 0, max_results: 10 };
  await app.app.get(RefusedByChoiceRepository, of).list({ ...channel, ...page }, Date.now());
  const processing = { processing_id: '5', legal_basis: 'CONSENT' as const };
  await app.app.get(SelectionPreviews, of).preview({ ...channel, organisation_id: '1', processing }, Date.now());
}

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
