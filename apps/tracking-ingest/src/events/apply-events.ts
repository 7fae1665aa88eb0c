import type pg from 'pg';
import { writeChoices } from '../choices/write-choices.js';
import { upsertProfiles } from '../profiles/write-profiles.js';
import { lockAttachedData } from '../user-points/lock-attached-data.js';
import { readEvents, type StoredActivity } from './read-events.js';

/**
 * Does what the events of newly stored activities ask for, in the transaction that stores them and holds their user
 * points. A write that would make a profile too long is left out; the activity keeps what it said.
 */
export async function applyEvents(client: pg.ClientBase, activities: StoredActivity[], now: number): Promise<void> {
  const read = activities.map(readEvents);
  const profiles = read.flatMap((writes) => writes.profiles);
  const choices = read.flatMap((writes) => writes.choices);
  if (profiles.length === 0 && choices.length === 0) return;
  await lockAttachedData(client, [...profiles, ...choices]);
  await upsertProfiles(client, profiles, now);
  await writeChoices(client, choices, now);
}
