import type { ActivityAnalyzer, ActivityAnalyzerInput } from '@tributary/contracts/admin/plugins/activity-analyzer';
import { constraintViolation } from '@tributary/contracts/errors';

/** The fields of an analyzer that follow from its organisation and version. */
const derivedFields = [
  'organisation_id',
  'version_value',
  'group_id',
  'artifact_id',
  'visit_analyzer_plugin_id',
] as const;
export type DerivedFields = Pick<ActivityAnalyzer, (typeof derivedFields)[number]>;

/** A body may repeat what follows from the version. @throws CONSTRAINT_VIOLATION_EXCEPTION if it says otherwise */
export function checkDerivedFields(input: ActivityAnalyzerInput, derived: DerivedFields): void {
  const wrong = derivedFields.find((field) => input[field] !== undefined && input[field] !== derived[field]);
  if (wrong) throw constraintViolation(`${wrong}: must be ${derived[wrong]}, or absent`);
}
