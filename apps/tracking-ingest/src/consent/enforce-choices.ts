import type { DirectoryStore } from '@tributary/security/directory.store';
import type pg from 'pg';
import type { ChoiceKey } from '../choices/write-choices.js';
import { pointKey } from '../identity/point-key.js';
import {
  evaluateActivities,
  isPublicAcceptance,
  type EvaluatedActivity,
  type Evaluation,
} from './evaluate-activities.js';
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

/**
 * The activities that a choice of their person refuses (ADR 30), and the carried choices that do not count (ADR 39). Called when user points
 * are resolved and locked, and before they are merged: then each has the choices that it had before the batch.
 *
 * @param activities in the order of their arrival
 */
export async function evaluateChoices<Activity extends EnforcedActivity>(
  client: pg.ClientBase,
  activities: Activity[],
): Promise<Evaluation<Activity>> {
  const people = concernedPeople(activities);
  if (people.size === 0) return { refused: new Map(), withoutEffect: [] };
  const concerned = activities.filter((one) => people.has(personOf(one)));
  return evaluateActivities(concerned, await readCurrentChoices(client, choiceKeys(people)));
}

interface EnforcedActivity extends EvaluatedActivity {
  user_point_id: string;
}

/** A person with an activity whose channel has processings, or that carries a public acceptance. */
interface ConcernedPerson {
  datamart_id: string;
  /** The user points that become the person. */
  points: Set<string>;
  processing_ids: Set<string>;
}

const personOf = ({ activity, user_point_id }: EnforcedActivity) => pointKey(activity.datamart_id, user_point_id);

function concernedPeople(activities: EnforcedActivity[]): Map<string, ConcernedPerson> {
  const people = new Map<string, ConcernedPerson>();
  for (const one of activities) {
    const { datamart_id } = one.activity;
    const processing_ids = decidedProcessings(one);
    if (processing_ids.length === 0) continue;
    const person = people.get(personOf(one)) ?? { datamart_id, points: new Set(), processing_ids: new Set() };
    people.set(personOf(one), person);
    for (const processing_id of processing_ids) person.processing_ids.add(processing_id);
  }
  if (people.size === 0) return people;
  for (const one of activities)
    for (const point of [...one.step.joined, one.step.into]) people.get(personOf(one))?.points.add(point);
  return people;
}

/** The processings of which it matters what the person has chosen. */
const decidedProcessings = ({ activity: { processings = [] }, writes: { choices } }: EnforcedActivity) =>
  [...processings, ...choices.filter(isPublicAcceptance)].map(({ processing_id }) => processing_id);

/** Each point with each processing. Generated, because activities that join many points make millions of them. */
function* choiceKeys(people: ReadonlyMap<string, ConcernedPerson>): Generator<ChoiceKey> {
  for (const { datamart_id, points, processing_ids } of people.values())
    for (const user_point_id of points)
      for (const processing_id of processing_ids) yield { datamart_id, user_point_id, processing_id };
}
