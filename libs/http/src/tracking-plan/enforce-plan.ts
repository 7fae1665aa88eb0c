import { ApiError, badData } from '@tributary/contracts/errors';
import type { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { rawElements, rawMembers, toJsonObject } from '../body/raw-members.js';
import { fieldPath } from '../json-body.js';
import type { StepBudget } from './schema-run.js';
import type { PlanRules } from './tracking-plans.js';

/** Steps for the checks of one request or of one batch of lines: a fraction of a second. */
export const maxPlanSteps = 2_000_000;

/** The tracking plan that acts on the activities of one request. */
export interface ActingPlan {
  rules: PlanRules;
  budget: StepBudget;
}

/** An activity that the tracking plan refuses. */
export class BreaksPlan extends ApiError {
  constructor(
    readonly event_name: string,
    message: string,
  ) {
    super('BAD_REQUEST_DATA', message);
  }
}

export interface PlannedActivity {
  activity: UserActivity;
  text: string;
  /** The names of the events that were left out, one for each. */
  blocked: string[];
}

/**
 * Leaves out the events that the tracking plan blocks. The rest of the text stays as sent.
 *
 * @throws BreaksPlan for an event that breaks a schema whose violations are refused
 */
export function enforcePlan(activity: UserActivity, text: string, plan: ActingPlan | undefined): PlannedActivity {
  if (!plan?.rules.acts || !activity.$events?.length) return { activity, text, blocked: [] };
  activity.$events.forEach((event, index) => refuseBroken(plan, event, index));
  return leaveOutBlocked({ ...activity, $events: activity.$events }, text, plan.rules);
}

/** The same for an activity that can no longer be refused: schemas are not applied. */
export function leaveOutBlocked(
  activity: UserActivity & { $events: UserEvent[] },
  text: string,
  rules: PlanRules,
): PlannedActivity {
  const isKept = activity.$events.map(({ $event_name }) => !rules.ruleOf($event_name)?.isBlocked);
  const blocked = activity.$events.filter((_event, index) => !isKept[index]).map(({ $event_name }) => $event_name);
  if (blocked.length === 0) return { activity, text, blocked };
  const members = rawMembers(text);
  const elements = rawElements(members.get('$events') ?? '[]').filter((_event, index) => isKept[index]);
  members.set('$events', `[${elements.join(',')}]`);
  const $events = activity.$events.filter((_event, index) => isKept[index]);
  return { activity: { ...activity, $events }, text: toJsonObject(members), blocked };
}

type UserEvent = NonNullable<UserActivity['$events']>[number];

function refuseBroken({ rules, budget }: ActingPlan, { $event_name, $properties }: UserEvent, index: number): void {
  const { isBlocked, refuses, schema } = rules.ruleOf($event_name) ?? {};
  if (isBlocked || !refuses || schema === undefined) return;
  const violation = rules.validatorOf(schema)($properties ?? {}, budget);
  if (!violation) return;
  const path = fieldPath(['$events', index, '$properties', ...violation.path]);
  throw new BreaksPlan($event_name, `${path}: ${violation.problem}`);
}

/** The reason of a schema that cannot be taken. @throws BAD_REQUEST_DATA */
export const badSchema = (field: string, problem: string): ApiError =>
  badData(problem.startsWith('/') ? `${field}${problem}` : `${field}: ${problem}`);
