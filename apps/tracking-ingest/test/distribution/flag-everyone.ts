import { FlagUpkeep } from '../../src/flagged-people/flag-upkeep.js';
import type { Tracking } from '../tracking.js';

/** Flags all people of a datamart whose rules are strict, and lists them. */
export async function flagEveryone({ app, call }: Tracking, datamart_id: string): Promise<void> {
  await app.app.get(FlagUpkeep, { strict: false }).run(Date.now);
  await call('GET', `${datamart_id}/user_points/flagged`);
  await app.app.get(FlagUpkeep, { strict: false }).run(() => Date.now() + 60_000);
}
