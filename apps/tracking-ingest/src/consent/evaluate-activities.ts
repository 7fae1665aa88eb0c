import type { EnforcedProcessing } from '@tributary/contracts/admin/processing';
import type { ChoiceWrite } from '../choices/write-choices.js';
import type { IdentityStep } from '../identity/identity-claim.js';
import { pointKey } from '../identity/point-key.js';
import {
  addChoice,
  addCurrent,
  isRefusedByTrusted,
  permits,
  type CurrentChoice,
  type CurrentChoices,
} from './current-choice.js';

/** An activity of a batch, as far as the evaluation needs it. */
export interface EvaluatedActivity {
  activity: {
    datamart_id: string;
    /** The processings that decide about the activity's channel. */
    processings?: readonly EnforcedProcessing[];
  };
  /** How the activity joined user points. */
  step: IdentityStep;
  /** The choices that it carries. */
  writes: { choices: CarriedChoice[] };
}

type CarriedChoice = Pick<ChoiceWrite, 'processing_id' | 'choice_ts' | 'choice_acceptance_value' | 'collect_key_id'>;

/** The effects of choices on the activities of a batch. */
export interface Evaluation<Activity> {
  /** The activities that a choice refuses, with its processing. */
  refused: ReadonlyMap<Activity, string>;
  /** The activity of each carried choice that does not count when it arrives, because it came with a collect key. */
  withoutEffect: { one: Activity; processing_id: string }[];
}

/**
 * Each activity is evaluated as if the batch were handled one activity at a time: by the choices of the user points that are
 * one person by then, and by those that it or an activity before it carries. So the outcome does not depend on how
 * activities are batched.
 *
 * @param activities in the order of their arrival
 * @param stored the current choices of user points before the batch, by `pointKey`
 */
export function evaluateActivities<Activity extends EvaluatedActivity>(
  activities: Activity[],
  stored: ReadonlyMap<string, CurrentChoices>,
): Evaluation<Activity> {
  const refused = new Map<Activity, string>();
  const withoutEffect: Evaluation<Activity>['withoutEffect'] = [];
  const states = new Map<string, CurrentChoices>();
  for (const one of activities) {
    const { datamart_id, processings = [] } = one.activity;
    const key = pointKey(datamart_id, one.step.into);
    const joined = one.step.joined.map((point) => pointKey(datamart_id, point));
    const choices = unite(
      [key, ...joined.filter((other) => other !== key)],
      (point) => states.get(point) ?? stored.get(point),
    );
    states.set(key, choices);
    for (const choice of one.writes.choices) {
      const { processing_id, choice_ts, choice_acceptance_value } = choice;
      const isPublic = choice.collect_key_id !== undefined;
      addChoice(choices, processing_id, { choice_ts: BigInt(choice_ts), choice_acceptance_value, isPublic });
      if (isPublicAcceptance(choice) && isRefusedByTrusted(choices.get(processing_id)))
        withoutEffect.push({ one, processing_id });
    }
    const refusing = processings.find((processing) => !permits(processing, choices));
    if (refusing) refused.set(one, refusing.processing_id);
  }
  return { refused, withoutEffect };
}

/** Whether it came with a collect key, and counts only if the latest trusted choice is no refusal. */
export const isPublicAcceptance = (choice: Pick<CarriedChoice, 'choice_acceptance_value' | 'collect_key_id'>) =>
  choice.collect_key_id !== undefined && choice.choice_acceptance_value;

/** The first state, with the choices of the others added. A state that is united into another is not looked up again. */
function unite(
  [first, ...others]: [string, ...string[]],
  stateOf: (point: string) => CurrentChoices | undefined,
): CurrentChoices {
  const choices = stateOf(first) ?? new Map<string, CurrentChoice>();
  for (const point of others)
    for (const [processing_id, choice] of stateOf(point) ?? []) addCurrent(choices, processing_id, choice);
  return choices;
}
