/**
 * Why a dataset has no result.
 * - `not-computable`: a type that is stored, but not computed here (`otql`, `resources_usage`, …)
 * - `invalid`: a required field is missing or malformed
 * - `arity`: a transformation has too many or too few sources
 * - `kind`: a source of a transformation is a number instead of a series, or the reverse
 * - `source`: a report or a data file could not be read
 * - `pending`: the result of a report or of a data file is not there yet
 */
export type FailureReason = 'not-computable' | 'invalid' | 'arity' | 'kind' | 'source' | 'pending';

export interface Failure {
  kind: 'failure';
  reason: FailureReason;
  /** A sentence for the reader of the chart; it names the dataset's type. */
  message: string;
  /** Where in the dataset: `dataset.sources[1]`. */
  path: string;
  /** `error_id` of the response, when a request failed. */
  errorId?: string;
}

export const failure = (reason: FailureReason, path: string, message: string): Failure => ({
  kind: 'failure',
  reason,
  path,
  message,
});

export const isFailure = (value: { kind: string }): value is Failure => value.kind === 'failure';
