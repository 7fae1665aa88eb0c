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

/** The first account of each exclusive compartment. */
const accountsOf = (one: Named, compartments: ReadonlySet<string>): Map<string, string> => {
  const accounts = new Map<string, string>();
  for (const identifier of one.identifiers.filter(isOf(compartments)))
    if (!accounts.has(compartmentOf(identifier))) accounts.set(compartmentOf(identifier), identifierKey(identifier));
  return accounts;
};

/**
 * Accounts of two exclusive compartments that are one person: the newest naming that names either beside an account of the
 * other's compartment names both. Each pair in both orders.
 */
export function pairsByTime(history: Named[], compartments: ReadonlySet<string>): Set<string> {
  const newest = new Map<string, { rank: Rank; partner: string }>();
  for (const one of history)
    for (const [, account] of accountsOf(one, compartments))
      for (const [compartment, partner] of accountsOf(one, compartments)) {
        const known = newest.get(`${account} ${compartment}`);
        if (partner === account || (known && !isLater(rankOf(one), known.rank))) continue;
        newest.set(`${account} ${compartment}`, { rank: rankOf(one), partner });
      }
  const pairs = [...newest].map(([key, { partner }]) => `${key.split(' ')[0]} ${partner}`);
  const isMutual = (pair: string) => pairs.includes(pair.split(' ').toReversed().join(' '));
  return new Set(pairs.filter(isMutual));
}

/** The rules in the plainest form: one activity or association after the other, on sets. */
export class ExclusiveOracle {
  people: Set<string>[] = [];
  /** The compartments that are exclusive now. */
  compartments: ReadonlySet<string> = new Set();
  private readonly newest = new Map<string, Rank>();
  /** The account that the newest naming names first. */
  private readonly beside = new Map<string, string>();
  /** By account and compartment. */
  private readonly partners = new Map<string, Rank>();
  private readonly identifiers = new Map<string, Identifier>();

  arrive(one: Named): void {
    for (const identifier of one.identifiers) this.identifiers.set(identifierKey(identifier), identifier);
    const keys = [...new Set(one.identifiers.map(identifierKey))];
    const account = keys.some(this.isExclusive);
    if (account) {
      const pairs = this.weighPairs([...accountsOf(one, this.compartments)], rankOf(one));
      return this.arriveFor(keys, rankOf(one), pairs);
    }
    const holders = new Set(keys.map((key) => this.personOf(key)).filter((person) => this.isHolder(person)));
    this.join(holders.size > 1 ? keys.slice(0, 1) : keys);
  }

  private arriveFor(keys: string[], rank: Rank, pairs: Set<string>): void {
    const accounts: string[] = [];
    for (const key of keys.filter(this.isExclusive))
      if (this.belongsTo(accounts, key, pairs) && !this.bringsSecond([...accounts, key])) accounts.push(key);
    const hasPartners = (key: string) => [...this.partners.keys()].some((one) => one.startsWith(`${key} `));
    for (const key of keys.filter(this.isExclusive)) if (!accounts.includes(key) && hasPartners(key)) this.join([key]);
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
    for (const key of named) this.beside.set(key, accounts[0]!);
  }

  private belongsTo(accounts: string[], key: string, pairs: Set<string>): boolean {
    const isOne = (other: string) => this.personOf(other) !== undefined && this.personOf(other) === this.personOf(key);
    return accounts.length === 0 || accounts.some((other) => isOne(other) || pairs.has(`${other} ${key}`));
  }

  /** Keeps the newest namings of pairs, parts those that are no pair any more, and returns those that are. */
  private weighPairs(accounts: [compartment: string, key: string][], rank: Rank): Set<string> {
    const pairs = new Set<string>();
    for (const [position, [compartment, key]] of accounts.entries())
      for (const [otherCompartment, other] of accounts.slice(position + 1)) {
        const own = this.partners.get(`${key} ${otherCompartment}`);
        const others = this.partners.get(`${other} ${compartment}`);
        const isOne = this.personOf(key) !== undefined && this.personOf(key) === this.personOf(other);
        if (isOne && !(own && others && own[2] === others[2])) continue;
        const [isNewest, isOthers] = [own, others].map((known) => !known || isLater(rank, known));
        if (isNewest) this.take([compartment, key], [otherCompartment, other], rank);
        if (isOthers) this.take([otherCompartment, other], [compartment, key], rank);
        const isSame = own !== undefined && others !== undefined && own[2] === others[2];
        if ((isNewest && isOthers) || isSame) pairs.add(`${key} ${other}`).add(`${other} ${key}`);
      }
    return pairs;
  }

  private take([compartment, key]: [string, string], [otherCompartment, other]: [string, string], rank: Rank): void {
    const former = this.partners.get(`${key} ${otherCompartment}`);
    for (const member of [...(this.personOf(key) ?? [])]) {
      const isOfOther = compartmentOf(this.identifiers.get(member)!) === otherCompartment && member !== other;
      if (!former || !isOfOther || this.partners.get(`${member} ${compartment}`)?.[2] !== former[2]) continue;
      const person = this.personOf(member)!;
      const leaving = [...person].filter((one) => one === member || this.beside.get(one) === member);
      for (const one of leaving) person.delete(one);
      this.people.push(new Set(leaving));
    }
    this.partners.set(`${key} ${otherCompartment}`, rank);
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
