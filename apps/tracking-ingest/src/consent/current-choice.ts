import type { EnforcedProcessing } from '@tributary/contracts/admin/processing';

/** The choice of a person for a processing that is in effect. */
export interface CurrentChoice {
  /** Epoch milliseconds: an int64. */
  choice_ts: bigint;
  choice_acceptance_value: boolean;
}

/** By processing id. */
export type CurrentChoices = Map<string, CurrentChoice>;

/** Adds a choice: the latest is in effect; of two with the same time, the refusal. */
export function addChoice(choices: CurrentChoices, processing_id: string, choice: CurrentChoice): void {
  const current = choices.get(processing_id);
  if (!current || precedes(current, choice)) choices.set(processing_id, choice);
}

const precedes = (a: CurrentChoice, b: CurrentChoice) =>
  a.choice_ts === b.choice_ts ? !b.choice_acceptance_value : a.choice_ts < b.choice_ts;

/** Consent needs an acceptance. A legitimate interest ends with a refusal. */
export const permits = (processings: readonly EnforcedProcessing[], choices: CurrentChoices): boolean =>
  processings.every(({ processing_id, legal_basis }) => {
    const choice = choices.get(processing_id);
    return legal_basis === 'CONSENT'
      ? choice?.choice_acceptance_value === true
      : choice?.choice_acceptance_value !== false;
  });
