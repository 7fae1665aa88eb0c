import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { isNewer, type Naming } from './naming.js';

/** A claim with the id of each of its identifiers. */
interface NamingClaim {
  identifiers: Identifier[];
  keys: string[];
  naming: Naming;
}

/** People as far as the claims before have come. */
export interface KnownPeople<Person extends object> {
  isExclusive: (identifier: Identifier) => boolean;
  ownerOf: (key: string) => Person | undefined;
  /** The exclusive compartments that the person has accounts of. */
  exclusiveOf: (person: Person) => ReadonlySet<string>;
  /** The newest naming of the identifier beside an exclusive account. */
  newestOf: (key: string) => Naming | undefined;
  /** Whether accounts of two exclusive compartments belong together after this claim; false for two of one. */
  mayJoin: (one: string, other: string) => boolean;
}

/** The positions of the identifiers of a claim that names an exclusive account. */
export interface ClaimPlan {
  /** To be one person with the account, which is the first of them. */
  kept: number[];
  /** To leave another account's person for that of the account. */
  moving: number[];
  leftOut: number[];
  /** Identifiers whose newest naming beside an exclusive account this is. */
  named: number[];
}

/**
 * Plans a claim while compartments are exclusive: a person has at most one account of each. `apart`: it names
 * identifiers of two people who have an account, and no account itself, and so joins nothing. Undefined: the rules as ever.
 */
export function planClaim<Person extends object>(
  { identifiers, keys, naming }: NamingClaim,
  people: KnownPeople<Person>,
): ClaimPlan | 'apart' | undefined {
  const holds = (person: Person) => people.exclusiveOf(person).size > 0;
  const owners = keys.map(people.ownerOf);
  const account = identifiers.findIndex(people.isExclusive);
  if (account === -1) return new Set(owners.filter((one) => one && holds(one))).size > 1 ? 'apart' : undefined;
  const plan: ClaimPlan = { kept: [account], moving: [], leftOut: [], named: [] };
  const joined = joinAccounts(plan, { identifiers, keys, owners }, people);
  for (const [index, identifier] of identifiers.entries()) {
    const [key = '', owner] = [keys[index], owners[index]];
    if (people.isExclusive(identifier) || keys.indexOf(key) !== index) continue;
    const newest = people.newestOf(key);
    const isNewest = !newest || isNewer(naming, newest);
    const isOfAnother = owner !== undefined && !joined.has(owner) && holds(owner);
    plan[!isOfAnother ? 'kept' : isNewest ? 'moving' : 'leftOut'].push(index);
    // One that is of no account's person has left that of the account that it was named beside.
    if (isNewest || !owner || (!isOfAnother && !joined.has(owner))) plan.named.push(index);
  }
  return plan;
}

/** Adds the other exclusive accounts to a plan, and returns those people who are to be one with the account. */
function joinAccounts<Person extends object>(
  { kept: [account = 0], kept, leftOut }: ClaimPlan,
  { identifiers, keys, owners }: { identifiers: Identifier[]; keys: string[]; owners: (Person | undefined)[] },
  people: KnownPeople<Person>,
): Set<Person> {
  const joined = new Set<Person>();
  const taken = new Set<string>();
  for (const [index, identifier] of identifiers.entries()) {
    if (identifier.type !== 'USER_ACCOUNT' || !people.isExclusive(identifier)) continue;
    const owner = owners[index];
    if (owner && joined.has(owner)) {
      if (index !== account) kept.push(index);
      continue;
    }
    const brought = owner ? people.exclusiveOf(owner) : new Set([identifier.compartment_id]);
    const belongs = index === account || kept.some((other) => people.mayJoin(keys[other] ?? '', keys[index] ?? ''));
    if (!belongs || [...brought].some((compartment) => taken.has(compartment))) {
      leftOut.push(index);
      continue;
    }
    for (const compartment of [...brought, identifier.compartment_id]) taken.add(compartment);
    if (owner) joined.add(owner);
    if (index !== account) kept.push(index);
  }
  return joined;
}
