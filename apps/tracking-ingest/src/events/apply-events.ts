import type pg from 'pg';
import { writeChoices } from '../choices/write-choices.js';
import { profileLosses } from '../profiles/profile-losses.js';
import { upsertProfiles } from '../profiles/write-profiles.js';
import { lockAttachedData } from '../identity/lock-attached-data.js';
import type { EventWrites } from './read-events.js';

/**
 * Applies the events of new activities to profiles and choices, in the transaction that stores the activities and has
 * locked their user points. A write that would make a profile too large is skipped, and counted; the activity keeps its event.
 *
 * @param refused activities that are not stored: of these only the choices count
 * @returns the activity of each write that would have made a profile too large
 */
export async function applyEvents<Activity extends { writes: EventWrites }>(
  client: pg.ClientBase,
  activities: Activity[],
  refused: Pick<ReadonlyMap<Activity, unknown>, 'has'>,
  now: number,
): Promise<Activity[]> {
  const profiles = activities.flatMap((one) =>
    refused.has(one) ? [] : one.writes.profiles.map((profile) => ({ one, profile })),
  );
  const choices = activities.flatMap(({ writes }) => writes.choices);
  if (profiles.length === 0 && choices.length === 0) return [];
  const profileWrites = profiles.map(({ profile }) => profile);
  await lockAttachedData(client, [...profileWrites, ...choices]);
  const written = await upsertProfiles(client, profileWrites, now);
  const tooLarge = profiles.filter((_profile, index) => !written[index]).map(({ one }) => one);
  profileLosses.refusedWrites += tooLarge.length;
  await writeChoices(client, choices, now);
  return tooLarge;
}
