/** A user point of a datamart. */
export interface UserPoint {
  datamart_id: string;
  id: string;
}

export interface Merge {
  datamart_id: string;
  merged_id: string;
  survivor_id: string;
}

/** What is known of a user point: who remains of its merges (itself, if none), and whether that person is erased. */
export interface KnownUserPoint extends UserPoint {
  survivor_id: string;
  is_erased: boolean;
}

/** Who is now part of whom, and who is erased now. */
export interface Links {
  /** Each had remained until now, and its survivor remains. */
  moved: Merge[];
  /** They remain of their merges, are erased, and were not before or have been joined by somebody since. */
  erased: UserPoint[];
}

/**
 * What merges and erasures change. Whatever the order and the batches they come in, the same user points end up
 * together, and a person is erased as soon as one of the ids is: merges and erasures are told on topics of their own,
 * and either may be late. `known` tells of every user point that they name.
 */
export function linkUserPoints(known: KnownUserPoint[], merges: Merge[], erasures: UserPoint[]): Links {
  const people = new People(known);
  for (const merge of merges) people.merge(merge);
  for (const erased of erasures) people.erase(erased);
  return people.links();
}

/** A user point that remained until now. */
interface Person extends UserPoint {
  survivor: Person | undefined;
  is_erased: boolean;
  /** Something of the person may still have to be deleted. */
  is_changed: boolean;
}

class People {
  private readonly byId = new Map<string, Person>();

  constructor(known: KnownUserPoint[]) {
    for (const { datamart_id, id, survivor_id, is_erased } of known) {
      const person = this.remaining({ datamart_id, id: survivor_id });
      person.is_erased ||= is_erased;
      this.byId.set(keyOf({ datamart_id, id }), person);
    }
  }

  merge({ datamart_id, merged_id, survivor_id }: Merge): void {
    const merged = this.find({ datamart_id, id: merged_id });
    const survivor = this.find({ datamart_id, id: survivor_id });
    if (merged === survivor) return;
    merged.survivor = survivor;
    survivor.is_erased ||= merged.is_erased;
    survivor.is_changed = true;
  }

  erase(userPoint: UserPoint): void {
    const person = this.find(userPoint);
    person.is_changed ||= !person.is_erased;
    person.is_erased = true;
  }

  links(): Links {
    const people = [...new Set(this.byId.values())];
    return {
      moved: people
        .filter(({ survivor }) => survivor)
        .map(({ datamart_id, id }) => ({ datamart_id, merged_id: id, survivor_id: this.find({ datamart_id, id }).id })),
      erased: people
        .filter(({ survivor, is_erased, is_changed }) => !survivor && is_erased && is_changed)
        .map(({ datamart_id, id }) => ({ datamart_id, id })),
    };
  }

  private find(userPoint: UserPoint): Person {
    let person = this.remaining(userPoint);
    while (person.survivor) person = person.survivor;
    return person;
  }

  private remaining(userPoint: UserPoint): Person {
    const key = keyOf(userPoint);
    const found = this.byId.get(key);
    if (found) return found;
    const person = { ...userPoint, survivor: undefined, is_erased: false, is_changed: false };
    this.byId.set(key, person);
    return person;
  }
}

const keyOf = ({ datamart_id, id }: UserPoint) => `${datamart_id}/${id}`;
