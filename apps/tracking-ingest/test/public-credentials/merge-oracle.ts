import type { PublicCredential } from '@tributary/contracts/tracking/activity';
import { identifierKey, type Identifier } from '@tributary/contracts/tracking/identifier';

type Person = Identifier[];

const isSame = (a: Identifier, b: Identifier) => identifierKey(a) === identifierKey(b);
const accountsOf = (person: Person) => person.filter(({ type }) => type === 'USER_ACCOUNT');
const compartmentOf = (one: Identifier) => (one.type === 'USER_ACCOUNT' ? one.compartment_id : '');

/** The rules of who is one person, in the plainest form: one activity after the other. */
export class MergeOracle {
  people: Person[] = [];
  readonly counted = { refused: 0, allowed: 0 };

  arrive(own: Identifier[], credential: PublicCredential | undefined): void {
    if (!credential || !this.bringsTogether(own)) return this.join(own);
    this.counted[credential.may_merge_accounts ? 'allowed' : 'refused'] += 1;
    this.join(credential.may_merge_accounts ? own : own.slice(0, 1));
  }

  /** Two people who both have an account, or two accounts of one compartment that are not of one person yet. */
  private bringsTogether(own: Identifier[]): boolean {
    const known = this.people.filter((person) => this.hasAny(person, own));
    if (known.filter((person) => accountsOf(person).length > 0).length > 1) return true;
    const others = own.filter((one) => !known.some((person) => this.hasAny(person, [one]))).map((one) => [one]);
    const compartments = [...known, ...others].flatMap((part) => [...new Set(accountsOf(part).map(compartmentOf))]);
    return new Set(compartments).size < compartments.length;
  }

  private hasAny = (person: Person, own: Identifier[]) => person.some((one) => own.some((other) => isSame(one, other)));

  private join(own: Identifier[]): void {
    const joined = this.people.filter((person) => this.hasAny(person, own));
    const all = [...joined.flat(), ...own];
    const person = all.filter((one, index) => all.findIndex((other) => isSame(one, other)) === index);
    this.people = [...this.people.filter((one) => !joined.includes(one)), person];
  }
}
