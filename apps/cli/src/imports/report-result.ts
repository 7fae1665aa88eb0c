import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import type { FailureGroups } from '@tributary/client/imports/group-failures';
import { exitCodes } from '../output/failures.js';
import { formatInstant, print, type Format } from '../output/print.js';
import { say, warn } from '../output/status-messages.js';
import { mostLines, sayRefusals } from '../refusals/say-refusals.js';
import { nameOfExecution } from './execution-name.js';

interface ImportResult {
  document_import_id: string;
  executions: readonly DocumentImportExecution[];
  groups: FailureGroups;
}

/** Prints the outcomes of the lines. Sets the exit code: 3 if lines were refused, 1 if an execution did not succeed. */
export function reportResult(output: Format, { document_import_id, executions, groups }: ImportResult): void {
  const errors = groups
    .list()
    .map(({ error_code, reason, count, examples }) => ({
      error_code,
      reason,
      count,
      lines: examples.slice(0, mostLines).map(({ line }) => line),
    }));
  print(output, { document_import_id, executions, errors }, () => tableOf(document_import_id, executions));
  if (output !== 'json') sayRefusals(groups);
  for (const { error, status } of executions)
    if (status !== 'SUCCEEDED') say(`The execution is ${status}${error ? `: ${error.message}` : ''}.`, 'red');
  if (output !== 'json') for (const { result } of executions) if (result) sayFindings(result);
  const refused = sum(executions, (result) => result.total_failure);
  if (executions.some(({ status }) => status !== 'SUCCEEDED')) process.exitCode = exitCodes.failure;
  else if (refused > 0) process.exitCode = exitCodes.refusedLines;
}

/** Successful lines may have fields in vain, and times in seconds. An older service does not say so. */
function sayFindings({
  ignored_fields = {},
  possible_issue_on_times,
}: NonNullable<DocumentImportExecution['result']>): void {
  for (const [name, lines] of Object.entries(ignored_fields))
    warn(`the field "${name}" of ${lines} lines has no effect: lines of this type do not have it`);
  if (possible_issue_on_times)
    warn('more than 1 % of the lines have a time before the year 2000: times are milliseconds since 1970');
}

const tableOf = (document_import_id: string, executions: readonly DocumentImportExecution[]) => ({
  headers: ['execution', 'status', 'lines', 'success', 'refused', 'by choice', 'ended (UTC)'],
  rows: executions.map(({ id, status, result, end_date, parameters }) => [
    nameOfExecution({ document_import_id, execution_id: id }),
    status,
    parameters.number_of_lines,
    result?.total_success,
    result?.total_failure,
    result?.total_refused_by_choice,
    formatInstant(end_date),
  ]),
});

const sum = (
  executions: readonly DocumentImportExecution[],
  of: (result: NonNullable<DocumentImportExecution['result']>) => number,
): number => executions.reduce((total, { result }) => total + (result ? of(result) : 0), 0);
