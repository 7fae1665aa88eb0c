import { useSyncExternalStore } from 'react';
import { onSessionChange } from '../session/session.js';

interface RecentPerson {
  datamart_id: string;
  id: string;
  /** Under which it was looked up. */
  selector: string;
}

const kept = 10;
/** In memory only: identifiers of people are left behind neither on the disk nor after a reload. */
let recent: readonly RecentPerson[] = [];
const listeners = new Set<() => void>();

const set = (people: readonly RecentPerson[]) => {
  recent = people;
  listeners.forEach((listener) => listener());
};

const isOther =
  ({ datamart_id, id }: Pick<RecentPerson, 'datamart_id' | 'id'>) =>
  (person: RecentPerson) =>
    person.datamart_id !== datamart_id || person.id !== id;

// Another user of the tab must not see whom the last one looked at.
onSessionChange(() => set([]));

export const rememberPerson = (person: RecentPerson): void =>
  set([person, ...recent.filter(isOther(person))].slice(0, kept));

export const forgetPerson = (person: Pick<RecentPerson, 'datamart_id' | 'id'>): void =>
  set(recent.filter(isOther(person)));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** @returns the people of a datamart, the last seen first */
export const useRecentPeople = (datamart_id: string): RecentPerson[] =>
  useSyncExternalStore(subscribe, () => recent).filter((person) => person.datamart_id === datamart_id);
