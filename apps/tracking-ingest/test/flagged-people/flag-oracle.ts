import type { FlagRule, FlagRules } from '@tributary/contracts/people/flagged-person';
import { identifierKey, type Identifier } from '@tributary/contracts/tracking/identifier';

const day = 86_400_000;

interface Person {
  /** Key of each identifier → its type and when it came first. */
  identifiers: Map<string, { type: Identifier['type']; ts: number }>;
  /** When others were merged into it, and into those. */
  merges: number[];
}

/** A person that is flagged: its identifiers, and a text for each reason. */
export interface ExpectedFlag {
  identifiers: string[];
  reasons: string[];
}

/** People, computed the naive way: everything is kept, and read again for each question. */
export class FlagOracle {
  private people: Person[] = [];

  /** The activities of a batch, each with the identifiers of one person. */
  store(batch: Identifier[][], ts: number): void {
    const before = this.people;
    const parts: { keys: Set<string>; own: Set<Person> }[] = before.map((person) => ({
      keys: new Set(person.identifiers.keys()),
      own: new Set([person]),
    }));
    const types = new Map(batch.flat().map((one) => [identifierKey(one), one.type]));
    for (const activity of batch) {
      const keys = activity.map(identifierKey);
      const joined = parts.filter((part) => keys.some((key) => part.keys.has(key)));
      for (const part of joined) parts.splice(parts.indexOf(part), 1);
      parts.push({
        keys: new Set([...keys, ...joined.flatMap((part) => [...part.keys])]),
        own: new Set(joined.flatMap((part) => [...part.own])),
      });
    }
    this.people = parts.map(({ keys, own }) => {
      const known = new Map([...own].flatMap(({ identifiers }) => [...identifiers]));
      const merged = Array.from({ length: Math.max(own.size - 1, 0) }, () => ts);
      return {
        identifiers: new Map(
          Array.from(keys, (key) => [key, known.get(key) ?? { type: types.get(key) ?? 'USER_AGENT', ts }]),
        ),
        merges: [...[...own].flatMap(({ merges }) => merges), ...merged],
      };
    });
  }

  dissociate(identifiers: Identifier[]): void {
    const [first, ...others] = [...new Set(identifiers.map(identifierKey))];
    const person = this.people.find((one) => one.identifiers.has(first ?? ''));
    if (!person || others.some((key) => !person.identifiers.has(key))) return;
    for (const key of others) {
      const moved = person.identifiers.get(key);
      person.identifiers.delete(key);
      if (moved) this.people.push({ identifiers: new Map([[key, moved]]), merges: [] });
    }
  }

  erase(identifier: Identifier): void {
    this.people = this.people.filter((one) => !one.identifiers.has(identifierKey(identifier)));
  }

  flags(rules: FlagRules, now: number): ExpectedFlag[] {
    return this.people
      .map((person) => ({
        identifiers: [...person.identifiers.keys()].sort(),
        reasons: [
          ...reason('ACCOUNTS', rules.accounts, since(timesOf(person, 'USER_ACCOUNT'), now - 7 * day)),
          ...reason('EMAILS', rules.emails, since(timesOf(person, 'USER_EMAIL'), now - 7 * day)),
          ...reason('AGENTS', rules.agents, since(timesOf(person, 'USER_AGENT'), now - 2 * day)),
          ...reason('MERGES', rules.merges, since(person.merges, now - 14 * day)),
        ],
      }))
      .filter(({ reasons }) => reasons.length > 0);
  }
}

const timesOf = ({ identifiers }: Person, wanted: Identifier['type']) =>
  [...identifiers.values()].filter(({ type }) => type === wanted).map(({ ts }) => ts);
const since = (times: number[], after: number) => times.filter((ts) => ts > after);
const reason = (rule: FlagRule, most: number, times: number[]) =>
  most > 0 && times.length > most ? [`${rule} ${times.length} since ${Math.min(...times)}`] : [];
