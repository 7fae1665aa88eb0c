import type { AnalyzerSelections } from '@tributary/contracts/admin/plugins/analyzer-selection';
import { constraintViolation } from '@tributary/contracts/errors';

/** Each activity of a channel goes through all of its analyzers. */
const maxSelections = 8;

/** An analyzer and its place among those of a channel. */
export interface PlannedSelection {
  visit_analyzer_model_id: string;
  execution_order: number;
}

type GivenSelection = AnalyzerSelections['selections'][number];

/** Adds a selection, by default after all others. @throws CONSTRAINT_VIOLATION_EXCEPTION */
export function addSelection(current: readonly PlannedSelection[], given: GivenSelection): PlannedSelection {
  const last = Math.max(0, ...current.map(({ execution_order }) => execution_order));
  const added = { ...given, execution_order: given.execution_order ?? last + 1 };
  requireDistinct([...current, added], () => '');
  return added;
}

/** The selections of a whole list. An order that is absent is the position, from 1. @throws CONSTRAINT_VIOLATION_EXCEPTION */
export function planSelections(given: readonly GivenSelection[]): PlannedSelection[] {
  const planned = given.map((one, index) => ({ ...one, execution_order: one.execution_order ?? index + 1 }));
  requireDistinct(planned, (index) => `selections[${index}].`);
  return planned;
}

function requireDistinct(selections: readonly PlannedSelection[], pathOf: (index: number) => string): void {
  if (selections.length > maxSelections) throw constraintViolation(`a channel has at most ${maxSelections} analyzers`);
  for (const [index, { visit_analyzer_model_id, execution_order }] of selections.entries()) {
    const before = selections.slice(0, index);
    if (before.some((other) => other.visit_analyzer_model_id === visit_analyzer_model_id))
      throw constraintViolation(`${pathOf(index)}visit_analyzer_model_id: the channel has selected it already`);
    if (before.some((other) => other.execution_order === execution_order))
      throw constraintViolation(`${pathOf(index)}execution_order: another analyzer has the order ${execution_order}`);
  }
}
