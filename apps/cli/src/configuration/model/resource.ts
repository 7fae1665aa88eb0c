import type { Session } from '../../session/resolve-session.js';
import { readPages, type Page } from '../../requests/read-pages.js';
import type { Entry } from './configuration.js';
import type { Existing } from './changes.js';
import type { Role } from '@tributary/contracts/rules/access/roles';
import type { Section } from './shapes.js';

/** Where the resources of a file are. */
export interface Scope extends Session {
  datamart_id: string;
  organisation_id: string;
  community_id: string;
  /** The roles of the token that count in the organisation. */
  roles: readonly Role[];
  /** The ids of the resources of the platform by their names, those that were added among them. */
  ids: ReadonlyMap<Section, Map<string, string>>;
}

/** How a kind of resource is read and written. */
export interface Resource {
  /** @param isWanted whether a resource is read with what takes requests of its own */
  read: (scope: Scope, isWanted: (name: string) => boolean) => Promise<Existing[]>;
  /** Checks what a file cannot know by itself, before the first write. @returns the first field that is wrong */
  check?: (scope: Scope, entry: Entry) => Promise<{ field: string; message: string } | undefined>;
  /** @returns its id, and what people need of it */
  create: (scope: Scope, entry: Entry) => Promise<{ id: string; key?: string }>;
  /** @param entry all of its fields, not only those that change */
  update: (scope: Scope, existing: Existing, entry: Entry) => Promise<unknown>;
  remove: (scope: Scope, existing: Existing) => Promise<unknown>;
}

/** All resources of a list. */
export const readAll = <Item>(
  read: (query: { first_result: number; max_results: number }) => Promise<{ data: Page<Item> }>,
): Promise<Item[]> => readPages(read, Number.MAX_SAFE_INTEGER);

/** The id of a resource that a field names. A name that is none is the id itself. */
export const idOf = (scope: Scope, section: Section, name: string): string => scope.ids.get(section)?.get(name) ?? name;

/** The name of a resource, by its id. One that is not in the list keeps its id. */
export function nameOf(scope: Scope, section: Section, id: string): string {
  for (const [name, known] of scope.ids.get(section) ?? []) if (known === id) return name;
  return id;
}

/** Some fields of a resource, without those that have no value. */
export const pick = <Item extends object>(item: Item, ...fields: (keyof Item & string)[]): Entry =>
  Object.fromEntries(fields.filter((field) => item[field] !== undefined).map((field) => [field, item[field]]));

export const without = (entry: Entry, ...fields: string[]): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([field]) => !fields.includes(field)));
