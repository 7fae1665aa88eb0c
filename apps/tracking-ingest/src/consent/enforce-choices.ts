import type { DirectoryStore } from '@tributary/security/directory.store';
import type pg from 'pg';
import type { ChoiceKey } from '../choices/write-choices.js';
import { pointKey } from '../identity/point-key.js';
import { findRefused, type JudgedActivity } from './judge-activities.js';
import { readCurrentChoices } from './read-current-choices.js';

interface ChannelActivity {
  datamart_id: string;
  source_channel_id?: string | undefined;
}

/** Marks the activities of channels with processings that decide. Costs a look-up for each of the others. */
export const withProcessings = <Activity extends ChannelActivity>(
  activities: Activity[],
  directory: DirectoryStore,
): Activity[] =>
  activities.map((activity) => {
    const { datamart_id, source_channel_id } = activity;
    if (source_channel_id === undefined) return activity;
    const processings = directory.processingsOf(datamart_id, source_channel_id);
    return processings.length === 0 ? activity : { ...activity, processings, readsChoices: true };
  });

interface EnforcedActivity extends JudgedActivity {
  user_point_id: string;
}

/**
 * The activities that a choice of their person refuses (ADR 30). Called when user points are resolved and locked, and before
 * they are merged: then each has the choices that it had before the batch.
 *
 * @param activities in the order of their arrival
 */
export async function refusedByChoice<Activity extends EnforcedActivity>(
  client: pg.ClientBase,
  activities: Activity[],
): Promise<ReadonlySet<Activity>> {
  const judged = activities.filter(({ activity }) => activity.processings !== undefined);
  if (judged.length === 0) return new Set();
  const people = processingsByPerson(judged);
  const concerned = activities.filter((one) => people.has(personOf(one)));
  return findRefused(concerned, await readCurrentChoices(client, choicesToRead(concerned, people)));
}

const personOf = ({ activity, user_point_id }: EnforcedActivity) => pointKey(activity.datamart_id, user_point_id);

function processingsByPerson(activities: EnforcedActivity[]): Map<string, Set<string>> {
  const people = new Map<string, Set<string>>();
  for (const one of activities) {
    const own = people.get(personOf(one)) ?? new Set();
    people.set(personOf(one), own);
    for (const { processing_id } of one.activity.processings ?? []) own.add(processing_id);
  }
  return people;
}

/** For each user point that becomes part of a person: the processings that decide about the person's activities. */
function choicesToRead(activities: EnforcedActivity[], people: ReadonlyMap<string, Set<string>>): ChoiceKey[] {
  const keys = new Map<string, ChoiceKey>();
  for (const one of activities) {
    const { datamart_id } = one.activity;
    for (const user_point_id of [...one.step.joined, one.step.into])
      for (const processing_id of people.get(personOf(one)) ?? [])
        keys.set(`${datamart_id}|${user_point_id}|${processing_id}`, { datamart_id, user_point_id, processing_id });
  }
  return [...keys.values()];
}
