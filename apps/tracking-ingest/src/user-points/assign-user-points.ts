import type { Identifier } from '@tributary/contracts/identifier';
import { identifierId } from './identifier-id.js';
import type { Identified, Resolved } from './identified.js';
import type { Merge } from './merge.js';
import { Person } from './person.js';
import type { PointKey } from './point-key.js';

/** One text per user point and datamart. */
export const pointKey = (datamart_id: string, user_point_id: string) => `${datamart_id}|${user_point_id}`;

/** An element with the `identifierId` of each of its identifiers. */
export interface Keyed extends Identified {
  keys: string[];
}

/** Field by field: elements are often much larger, and a spread of many fields is slow. */
export function keyed(element: Identified): Keyed {
  const { datamart_id, identifiers, user_point_id, received_ts, writesData, mustNotMerge, mustFit } = element;
  const keys = identifiers.map((identifier) => identifierId(datamart_id, identifier));
  return { datamart_id, identifiers, user_point_id, received_ts, writesData, mustNotMerge, mustFit, keys };
}

/** What the database knows of the elements. */
export interface Known {
  /** `identifierId` → its user point. */
  owners: ReadonlyMap<string, string>;
  /** `pointKey` of what an element names → what that is by now. */
  survivors: ReadonlyMap<string, string>;
  /** `pointKey` → number of its identifiers, at least of the `growingPoints`. */
  sizes: ReadonlyMap<string, number>;
}

export interface NewIdentifier {
  identifier_id: string;
  datamart_id: string;
  identifier: Identifier;
  user_point_id: string;
}

export interface Assignment {
  /** One per element. */
  resolved: Resolved[];
  unknown: NewIdentifier[];
  merges: Merge[];
  /** Stored points that the elements touch; `changes`: they are merged, gain an identifier, or are written to. */
  touched: { datamart_id: string; user_point_id: string; changes: boolean }[];
  /** Those who gain identifiers or are merged, by their stored points; `size` as far as `known` has their sizes. */
  growing: { datamart_id: string; points: string[]; size: number }[];
}

/**
 * Decides who is who: all identifiers of an element are one person; the stored points among them become one, the oldest
 * (smallest id), and identifiers that nobody owns go to it. A person of more than `limit` identifiers is not made: such
 * an element belongs to the owner of its first, strongest identifier, or to nobody if it must fit. But for that, the order
 * of elements is of no account.
 */
export function assignUserPoints(
  elements: Keyed[],
  known: Known,
  { limit, newId }: { limit: number; newId: () => string },
): Assignment {
  const people = new People(known, newId);
  const chosen = elements.map((element) => people.place(element, limit));
  return {
    resolved: chosen.map((choice) => (choice instanceof Placed ? choice.resolved() : choice)),
    ...people.changes(),
  };
}

/** The stored points whose sizes decide: nobody else can come to have too many identifiers. */
export const growingPoints = ({ growing }: Assignment): PointKey[] =>
  growing.flatMap(({ datamart_id, points }) => points.map((user_point_id) => ({ datamart_id, user_point_id })));

/** Whether an assignment that was made without sizes makes somebody of more than `limit` identifiers. */
export function isAnyCrowded({ growing }: Assignment, sizes: Known['sizes'], limit: number): boolean {
  const sizeOf = (datamart_id: string, point: string) => sizes.get(pointKey(datamart_id, point)) ?? 0;
  return growing.some(
    ({ datamart_id, points, size }) => points.reduce((sum, point) => sum + sizeOf(datamart_id, point), size) > limit,
  );
}

/** Where an element went; who that is may still change. */
class Placed {
  constructor(
    private readonly person: Person,
    private readonly isCrowded: boolean,
  ) {}

  resolved(): Resolved {
    const user_point_id = this.person.current().id;
    return this.isCrowded ? { user_point_id, isCrowded: true } : { user_point_id };
  }
}

class People {
  /** By `pointKey`, and by `identifierId`. */
  private readonly stored = new Map<string, Person>();
  private readonly owners = new Map<string, Person>();
  private readonly unknown: (Omit<NewIdentifier, 'user_point_id'> & { person: Person })[] = [];

  constructor(
    private readonly known: Known,
    private readonly newId: () => string,
  ) {}

  place(element: Keyed, limit: number): Placed | Resolved {
    const { datamart_id, user_point_id, keys, mustNotMerge, mustFit } = element;
    const named = user_point_id === undefined ? undefined : this.named(datamart_id, user_point_id);
    if (named === undefined && user_point_id !== undefined) return { refusal: 'UNKNOWN_USER_POINT' };
    const people = new Set(named && [named]);
    const strangers = new Set<string>();
    for (const key of keys) {
      const owner = this.ownerOf(datamart_id, key);
      if (owner) people.add(owner);
      else strangers.add(key);
    }
    if (mustNotMerge && people.size > 1) return { refusal: 'OWNED_BY_ANOTHER' };
    const size = [...people].reduce((sum, person) => sum + person.size, strangers.size);
    const isCrowded = size > limit && people.size + strangers.size > 1;
    if (isCrowded && mustFit) return { refusal: 'CROWDED' };
    const person = isCrowded ? (named ?? this.ownerOfFirst(element)) : this.join(element, people);
    if (element.writesData) person.changes = true;
    return new Placed(person, isCrowded);
  }

  private join(element: Keyed, people: Set<Person>): Person {
    let person: Person | undefined;
    for (const other of people) person = person ? person.unite(other) : other;
    person ??= new Person(element.datamart_id, this.newId(), 0);
    for (const index of element.keys.keys()) this.give(element, index, person);
    return person;
  }

  private ownerOfFirst(element: Keyed): Person {
    const owner = this.ownerOf(element.datamart_id, element.keys[0] ?? '');
    if (owner) return owner;
    const person = new Person(element.datamart_id, this.newId(), 0);
    this.give(element, 0, person);
    return person;
  }

  /** Gives the person an identifier of the element, unless somebody owns it. */
  private give({ datamart_id, identifiers, keys }: Keyed, index: number, person: Person): void {
    const [key, identifier] = [keys[index], identifiers[index]];
    if (key === undefined || identifier === undefined || this.owners.has(key)) return;
    this.owners.set(key, person);
    this.unknown.push({ identifier_id: key, datamart_id, identifier, person });
    person.size += 1;
    person.changes = true;
  }

  private ownerOf(datamart_id: string, key: string): Person | undefined {
    const owner = this.owners.get(key);
    if (owner) return owner.current();
    const user_point_id = this.known.owners.get(key);
    if (user_point_id === undefined) return undefined;
    const person = this.pointOf(datamart_id, user_point_id);
    this.owners.set(key, person);
    return person;
  }

  private named(datamart_id: string, user_point_id: string): Person | undefined {
    const survivor = this.known.survivors.get(pointKey(datamart_id, user_point_id));
    return survivor === undefined ? undefined : this.pointOf(datamart_id, survivor);
  }

  private pointOf(datamart_id: string, user_point_id: string): Person {
    const key = pointKey(datamart_id, user_point_id);
    let person = this.stored.get(key);
    if (!person) {
      person = Person.stored(datamart_id, user_point_id, this.known.sizes.get(key) ?? 0);
      this.stored.set(key, person);
    }
    return person.current();
  }

  changes(): Omit<Assignment, 'resolved'> {
    const people = [...new Set([...this.stored.values()].map((person) => person.current()))];
    const growing = new Set(people.filter(({ points }) => points.length > 1));
    for (const { person } of this.unknown) growing.add(person.current());
    return {
      growing: [...growing],
      unknown: this.unknown.map(({ identifier_id, datamart_id, identifier, person }) => ({
        identifier_id,
        datamart_id,
        identifier,
        user_point_id: person.current().id,
      })),
      merges: people.flatMap(({ datamart_id, points, id: survivor_id }) =>
        points.filter((id) => id !== survivor_id).map((merged_id) => ({ datamart_id, merged_id, survivor_id })),
      ),
      touched: people.flatMap(({ datamart_id, points, changes }) =>
        points.map((user_point_id) => ({ datamart_id, user_point_id, changes: changes || points.length > 1 })),
      ),
    };
  }
}
