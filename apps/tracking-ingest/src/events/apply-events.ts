import type pg from 'pg';
import { writeChoices, type ChoiceWrite } from '../choices/write-choices.js';
import { choicesWithoutEffect } from '../choices/choices-without-effect.js';
import { profileLosses } from '../profiles/profile-losses.js';
import { upsertProfiles } from '../profiles/write-profiles.js';
import { lockAttachedData } from '../identity/lock-attached-data.js';
import type { EventWrites } from './read-events.js';

/**
 * Applies the events of new activities to profiles and choices, in the transaction that stores the activities and has
 * locked their user points. A write that would make a profile too large is skipped, and counted; the activity keeps its event.
 *
 * @returns the choices that do not count, because they came with a collect key
 * @param refused activities that are not stored: of these only the choices count
 */
export async function applyEvents<Activity extends { writes: EventWrites }>(
  client: pg.ClientBase,
  activities: Activity[],
  refused: ReadonlySet<Activity>,
  now: number,
): Promise<ChoiceWrite[]> {
  const profiles = activities.flatMap((one) => (refused.has(one) ? [] : one.writes.profiles));
  const choices = activities.flatMap(({ writes }) => writes.choices);
  if (profiles.length === 0 && choices.length === 0) return [];
  await lockAttachedData(client, [...profiles, ...choices]);
  const written = await upsertProfiles(client, profiles, now);
  profileLosses.refusedWrites += written.filter((row) => !row).length;
  await writeChoices(client, choices, now);
  return choicesWithoutEffect(client, choices);
}
