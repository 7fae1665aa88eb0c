import type pg from 'pg';
import { writeChoices, type ChoiceWrite } from '../choices/write-choices.js';
import { choicesWithoutEffect } from '../choices/choices-without-effect.js';
import { profileLosses } from '../profiles/profile-losses.js';
import { upsertProfiles } from '../profiles/write-profiles.js';
import { lockAttachedData } from '../identity/lock-attached-data.js';
import type { EventWrites } from './read-events.js';

/** Events that have changed nothing. */
export interface IneffectiveEvents<Activity> {
  /** The activity of each write that would have made a profile too large. */
  tooLarge: Activity[];
  /** The choices that do not count, because they came with a collect key. */
  withoutEffect: { one: Activity; choice: ChoiceWrite }[];
}

/**
 * Applies the events of new activities to profiles and choices, in the transaction that stores the activities and has
 * locked their user points. A write that would make a profile too large is skipped, and counted; the activity keeps its event.
 *
 * @param refused activities that are not stored: of these only the choices count
 */
export async function applyEvents<Activity extends { writes: EventWrites }>(
  client: pg.ClientBase,
  activities: Activity[],
  refused: Pick<ReadonlyMap<Activity, unknown>, 'has'>,
  now: number,
): Promise<IneffectiveEvents<Activity>> {
  const profiles = activities.flatMap((one) =>
    refused.has(one) ? [] : one.writes.profiles.map((profile) => ({ one, profile })),
  );
  const choices = activities.flatMap((one) => one.writes.choices.map((choice) => ({ one, choice })));
  if (profiles.length === 0 && choices.length === 0) return { tooLarge: [], withoutEffect: [] };
  const profileWrites = profiles.map(({ profile }) => profile);
  const choiceWrites = choices.map(({ choice }) => choice);
  await lockAttachedData(client, [...profileWrites, ...choiceWrites]);
  const written = await upsertProfiles(client, profileWrites, now);
  const tooLarge = profiles.filter((_profile, index) => !written[index]).map(({ one }) => one);
  profileLosses.refusedWrites += tooLarge.length;
  await writeChoices(client, choiceWrites, now);
  const ineffective = new Set(await choicesWithoutEffect(client, choiceWrites));
  return { tooLarge, withoutEffect: choices.filter(({ choice }) => ineffective.has(choice)) };
}
