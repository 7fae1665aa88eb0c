import { compartmentOf, identifierKey, type Identifier } from '@tributary/contracts/tracking/identifier';

/** An activity or association that names identifiers of one person. */
export interface Named {
  identifiers: Identifier[];
  /** Epoch milliseconds. */
  ts: number;
  received_ts: number;
  isAssociation: boolean;
  /** UUID, in lower case. */
  id: string;
}

/** `[time, 1 for an association, id]`. */
type Rank = readonly [number, number, string];
const rankOf = ({ ts, received_ts, isAssociation, id }: Named): Rank =>
  isAssociation ? [received_ts, 1, id] : [Math.min(ts, received_ts), 0, id];
const isLater = (a: Rank, b: Rank) => (a[0] !== b[0] ? a[0] > b[0] : a[1] !== b[1] ? a[1] > b[1] : a[2] > b[2]);

const isOf = (compartments: ReadonlySet<string>) => (one: Identifier) =>
  one.type === 'USER_ACCOUNT' && compartments.has(one.compartment_id);

/** For each identifier that was named beside an exclusive account, the account of the newest naming, in any order. */
export function ownersByTime(history: Named[], compartments: ReadonlySet<string>): Map<string, string> {
  const newest = new Map<string, { rank: Rank; account: string }>();
  for (const one of history) {
    const account = one.identifiers.find(isOf(compartments));
    if (!account) continue;
    for (const identifier of one.identifiers) {
      const key = identifierKey(identifier);
      const known = newest.get(key);
      if (isOf(compartments)(identifier) || (known && !isLater(rankOf(one), known.rank))) continue;
      newest.set(key, { rank: rankOf(one), account: identifierKey(account) });
    }
  }
  return new Map([...newest].map(([key, { account }]) => [key, account]));
}

/** The rules in the plainest form: one activity or association after the other, on sets. */
export class ExclusiveOracle {
  people: Set<string>[] = [];
  /** The compartments that are exclusive now. */
  compartments: ReadonlySet<string> = new Set();
  private readonly newest = new Map<string, Rank>();
  private readonly identifiers = new Map<string, Identifier>();

  arrive(one: Named): void {
    for (const identifier of one.identifiers) this.identifiers.set(identifierKey(identifier), identifier);
    const keys = [...new Set(one.identifiers.map(identifierKey))];
    const account = keys.some(this.isExclusive);
    if (account) return this.arriveFor(keys, rankOf(one));
    const holders = new Set(keys.map((key) => this.personOf(key)).filter((person) => this.isHolder(person)));
    this.join(holders.size > 1 ? keys.slice(0, 1) : keys);
  }

  private arriveFor(keys: string[], rank: Rank): void {
    const accounts: string[] = [];
    for (const key of keys.filter(this.isExclusive)) if (!this.bringsSecond([...accounts, key])) accounts.push(key);
    const home = accounts.map(this.personOf).filter((person) => person !== undefined);
    const weak = keys.filter((key) => !this.isExclusive(key));
    const before = new Map(weak.map((key) => [key, this.personOf(key)]));
    const isHome = (key: string) => home.includes(before.get(key)!);
    const joining = weak.filter((key) => isHome(key) || !this.isHolder(before.get(key)));
    const moving = weak.filter((key) => !joining.includes(key) && this.isNewest(key, rank));
    const named = [...joining, ...moving].filter((key) => !isHome(key) || this.isNewest(key, rank));
    for (const key of moving) this.personOf(key)?.delete(key);
    this.join([...accounts, ...joining, ...moving]);
    for (const key of named) this.newest.set(key, rank);
  }

  /** Whether people of these accounts, which are not one yet, have two accounts of a compartment. */
  private bringsSecond(accounts: string[]): boolean {
    const people = new Set(accounts.map((key) => this.personOf(key) ?? key));
    const compartments = [...people].flatMap((person) => {
      const own = [...(typeof person === 'string' ? [person] : person)].filter(this.isExclusive);
      return [...new Set(own.map((key) => compartmentOf(this.identifiers.get(key)!)))];
    });
    return new Set(compartments).size < compartments.length;
  }

  private isNewest(key: string, rank: Rank): boolean {
    const known = this.newest.get(key);
    return !known || isLater(rank, known);
  }

  private isExclusive = (key: string) => isOf(this.compartments)(this.identifiers.get(key)!);
  private isHolder = (person: Set<string> | undefined) => [...(person ?? [])].some((key) => this.isExclusive(key));
  private personOf = (key: string): Set<string> | undefined => this.people.find((person) => person.has(key));

  private join(keys: string[]): void {
    const joined = this.people.filter((person) => keys.some((key) => person.has(key)));
    const all = new Set([...joined.flatMap((person) => [...person]), ...keys]);
    this.people = [...this.people.filter((person) => !joined.includes(person)), all];
  }
}
