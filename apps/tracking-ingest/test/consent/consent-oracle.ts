import type { EnforcedProcessing } from '@tributary/contracts/admin/processing';

/** A choice as a history has it. */
export interface ArrivingChoice {
  processing_id: string;
  accepted: boolean;
  ts: number;
  /** Sent with a collect key. */
  isPublic?: boolean | undefined;
}

export interface ArrivingActivity {
  id: string;
  /** Keys of its identifiers. */
  identifiers: string[];
  channel: string | undefined;
  choices: ArrivingChoice[];
}

/** An activity that has ended, and the processing that refused it. */
interface Arrived {
  person: Person;
  channel: string | undefined;
  refusedFor: string | undefined;
}

/** Counts of a channel: refusals for a processing, or all activities. */
interface Counted {
  activities: number;
  people: number;
}

interface Person {
  identifiers: Set<string>;
  choices: ArrivingChoice[];
}

type Outcome = 'stored' | 'refused';

/** The rules of consent, in the plainest form: one arrival after the other, and every choice kept in a list. */
export class ConsentOracle {
  /** By activity id. */
  readonly outcomes = new Map<string, Outcome>();
  /** How many public acceptances had no effect when they arrived. */
  withoutEffect = 0;
  private people: Person[] = [];
  private arrived: Arrived[] = [];
  private readonly channels = new Map<string, EnforcedProcessing[]>();

  select(channel: string, processings: EnforcedProcessing[]): void {
    this.channels.set(channel, processings);
  }

  /** Undefined for an id that has arrived before. */
  arrive({ id, identifiers, channel, choices }: ArrivingActivity): Outcome | undefined {
    if (this.outcomes.has(id)) return undefined;
    const person = this.join(identifiers);
    person.choices.push(...choices);
    this.withoutEffect += choices.filter((choice) => isPublicAcceptance(choice) && !hasTrust(person, choice)).length;
    const refusedFor = this.refusing(person, channel);
    const outcome = refusedFor === undefined ? 'stored' : 'refused';
    this.outcomes.set(id, outcome);
    this.arrived.push({ person, channel, refusedFor });
    return outcome;
  }

  /** The refusals of a channel by processing. */
  refused(channel: string): Map<string, Counted> {
    const own = this.arrived.filter((one) => one.channel === channel && one.refusedFor !== undefined);
    const byProcessing = Map.groupBy(own, ({ refusedFor = '' }) => refusedFor);
    return new Map(Array.from(byProcessing, ([processing, some]) => [processing, counted(some)]));
  }

  /** All activities of a channel, and how many of them the choices of now refuse. */
  preview(channel: string, processing: EnforcedProcessing): Counted & { refused: number } {
    const own = this.arrived.filter((one) => one.channel === channel);
    return { ...counted(own), refused: own.filter(({ person }) => refuses(person, processing)).length };
  }

  erase(identifier: string): void {
    const person = this.people.find(({ identifiers }) => identifiers.has(identifier));
    this.people = this.people.filter((other) => other !== person);
    this.arrived = this.arrived.filter((one) => one.person !== person);
  }

  choose(identifier: string, choice: ArrivingChoice): void {
    this.join([identifier]).choices.push(choice);
  }

  forget(identifier: string, processing_id: string): void {
    const person = this.people.find(({ identifiers }) => identifiers.has(identifier));
    if (person) person.choices = person.choices.filter((choice) => choice.processing_id !== processing_id);
  }

  /** The current choices of each person, as `<an identifier> <processing> <accepted>`, sorted. */
  currentChoices(): string[] {
    const texts = this.people.flatMap((person) =>
      [...new Set(person.choices.map(({ processing_id }) => processing_id))].map(
        (processing) => `${[...person.identifiers].sort()[0]} ${processing} ${current(person, processing)}`,
      ),
    );
    return texts.sort();
  }

  private refusing(person: Person, channel: string | undefined): string | undefined {
    const processings = (channel !== undefined && this.channels.get(channel)) || [];
    return processings.find((processing) => refuses(person, processing))?.processing_id;
  }

  private join(identifiers: string[]): Person {
    const joined = this.people.filter((person) => identifiers.some((one) => person.identifiers.has(one)));
    const person: Person = {
      identifiers: new Set([...identifiers, ...joined.flatMap((one) => [...one.identifiers])]),
      choices: joined.flatMap(({ choices }) => choices),
    };
    this.people = [...this.people.filter((one) => !joined.includes(one)), person];
    for (const one of this.arrived) if (joined.includes(one.person)) one.person = person;
    return person;
  }
}

const counted = (some: Arrived[]): Counted => ({
  activities: some.length,
  people: new Set(some.map(({ person }) => person)).size,
});

function refuses(person: Person, { processing_id, legal_basis }: EnforcedProcessing): boolean {
  const accepted = current(person, processing_id);
  return legal_basis === 'CONSENT' ? accepted !== true : accepted === false;
}

/**
 * The latest choice that counts, of two with the same time the refusal; undefined without any. A public acceptance does not
 * count after a trusted refusal.
 */
function current({ choices }: Person, processing_id: string): boolean | undefined {
  const all = choices.filter((choice) => choice.processing_id === processing_id);
  const isTrusted = hasTrust({ choices }, { processing_id });
  return newest(all.filter((choice) => isTrusted || !isPublicAcceptance(choice)));
}

const isPublicAcceptance = ({ isPublic, accepted }: ArrivingChoice) => isPublic === true && accepted;

/** Whether the newest trusted choice, if there is one, is an acceptance. */
const hasTrust = ({ choices }: Pick<Person, 'choices'>, { processing_id }: Pick<ArrivingChoice, 'processing_id'>) =>
  newest(choices.filter((choice) => choice.processing_id === processing_id && !choice.isPublic)) !== false;

function newest(own: ArrivingChoice[]): boolean | undefined {
  const latest = Math.max(...own.map(({ ts }) => ts));
  const last = own.filter(({ ts }) => ts === latest);
  return last.length === 0 ? undefined : last.every(({ accepted }) => accepted);
}
