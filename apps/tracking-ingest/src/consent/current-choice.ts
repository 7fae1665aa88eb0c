import type { EnforcedProcessing } from '@tributary/contracts/admin/processing';

/** A choice of a person for a processing. */
interface StoredChoice {
  /** Epoch milliseconds: an int64. */
  choice_ts: bigint;
  choice_acceptance_value: boolean;
  /** Whether it came with a credential that anyone can read. */
  isPublic?: boolean;
}

/** The choices that decide about a processing. */
export interface CurrentChoice {
  latest: StoredChoice;
  /** The latest trusted one. */
  trusted?: StoredChoice | undefined;
}

/** By processing id. */
export type CurrentChoices = Map<string, CurrentChoice>;

/** Adds a choice: the latest is in effect; of two with the same time, the refusal. */
export const addChoice = (choices: CurrentChoices, processing_id: string, choice: StoredChoice): void =>
  addCurrent(choices, processing_id, { latest: choice, trusted: choice.isPublic ? undefined : choice });

/** Adds what decides about the processing for another user point. */
export function addCurrent(choices: CurrentChoices, processing_id: string, other: CurrentChoice): void {
  const own = choices.get(processing_id);
  const joined = own && { latest: later(own.latest, other.latest), trusted: laterTrusted(own.trusted, other.trusted) };
  choices.set(processing_id, joined ?? other);
}

const laterTrusted = (a: StoredChoice | undefined, b: StoredChoice | undefined) => (a && b ? later(a, b) : (a ?? b));

const later = (a: StoredChoice, b: StoredChoice) => (precedes(a, b) ? b : a);

const precedes = (a: StoredChoice, b: StoredChoice) =>
  a.choice_ts === b.choice_ts ? !b.choice_acceptance_value : a.choice_ts < b.choice_ts;

/**
 * A public acceptance counts only if the latest trusted choice, if there is one, is an acceptance. So after a trusted refusal
 * no public choice changes anything.
 */
const isAccepted = ({ latest, trusted = latest }: CurrentChoice): boolean =>
  trusted.choice_acceptance_value && latest.choice_acceptance_value;

/** Whether public acceptances do not count. */
export const isRefusedByTrusted = (choice: CurrentChoice | undefined): boolean =>
  choice?.trusted?.choice_acceptance_value === false;

/** Consent needs an acceptance. A legitimate interest ends with a refusal. */
export function permits({ processing_id, legal_basis }: EnforcedProcessing, choices: CurrentChoices): boolean {
  const choice = choices.get(processing_id);
  return choice ? isAccepted(choice) : legal_basis !== 'CONSENT';
}
