import type pg from 'pg';
import { writeChoices } from '../choices/write-choices.js';
import { upsertProfiles } from '../profiles/write-profiles.js';
import { lockAttachedData } from '../identity/lock-attached-data.js';
import { readEvents, type EventSource } from './read-events.js';

/**
 * Applies the events of new activities to profiles and choices, in the transaction that stores the activities and has
 * locked their user points. A write that would make a profile too long is skipped; the activity keeps its event.
 */
export async function applyEvents(client: pg.ClientBase, activities: EventSource[], now: number): Promise<void> {
  const read = activities.map(readEvents);
  const profiles = read.flatMap((writes) => writes.profiles);
  const choices = read.flatMap((writes) => writes.choices);
  if (profiles.length === 0 && choices.length === 0) return;
  await lockAttachedData(client, [...profiles, ...choices]);
  await upsertProfiles(client, profiles, now);
  await writeChoices(client, choices, now);
}
