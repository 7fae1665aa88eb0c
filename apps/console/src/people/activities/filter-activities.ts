import type { StoredUserActivity } from '@tributary/client/generated/types.gen';

export interface ActivityFilters {
  /** A part of the type. */
  type?: string;
  /** A part of the name of one of the events. */
  event?: string;
}

type Described = Pick<StoredUserActivity, '$type' | '$events'>;

/** @returns the activities that match all filters, regardless of case */
export const filterActivities = <Activity extends Described>(
  activities: readonly Activity[],
  { type, event }: ActivityFilters,
): Activity[] =>
  activities.filter(
    (activity) =>
      (type === undefined || holds(activity.$type, type)) &&
      (event === undefined || eventNames(activity).some((name) => holds(name, event))),
  );

const eventNames = ({ $events }: Pick<Described, '$events'>): string[] =>
  ($events ?? []).map(({ $event_name }) => $event_name);

const holds = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());
