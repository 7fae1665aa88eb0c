import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import type { FailureGroup, FailureGroups } from '@tributary/client/imports/group-failures';
import { exitCodes } from '../output/failures.js';
import { formatInstant } from '../output/format-instant.js';
import { print, type Format } from '../output/print.js';
import { say } from '../output/talk.js';
import { nameOfExecution } from './execution-name.js';

export interface ImportResult {
  document_import_id: string;
  executions: readonly DocumentImportExecution[];
  groups: FailureGroups;
}

const mostGroups = 20;
const mostLines = 5;

/** Prints what has become of the lines. Sets the exit code: 3 if lines were refused, 1 if an execution did not succeed. */
export function reportResult(output: Format, { document_import_id, executions, groups }: ImportResult): void {
  const found = groups.list();
  const errors = found.map(({ error_code, reason, count, examples }) => ({
    error_code,
    reason,
    count,
    lines: examples.slice(0, mostLines).map(({ line }) => line),
  }));
  print(output, { document_import_id, executions, errors }, () => tableOf(document_import_id, executions));
  if (output !== 'json') sayErrors(found, groups.total);
  for (const { error, status } of executions)
    if (status !== 'SUCCEEDED') say(`The execution is ${status}${error ? `: ${error.message}` : ''}.`, 'red');
  const refused = sum(executions, (result) => result.total_failure);
  if (executions.some(({ status }) => status !== 'SUCCEEDED')) process.exitCode = exitCodes.failure;
  else if (refused > 0) process.exitCode = exitCodes.refusedLines;
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

function sayErrors(groups: readonly FailureGroup[], total: number): void {
  if (total === 0) return;
  say(`${total} ${total === 1 ? 'line was' : 'lines were'} refused:`);
  for (const { error_code, reason, count, examples } of groups.slice(0, mostGroups)) {
    const lines = examples.slice(0, mostLines).map(({ line }) => line);
    say(
      `  ${count} × ${error_code}: ${reason} (${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > lines.length ? ', …' : ''})`,
    );
  }
  if (groups.length > mostGroups)
    say(`  … and ${groups.length - mostGroups} more reasons: --errors FILE has all lines`);
}

const sum = (
  executions: readonly DocumentImportExecution[],
  of: (result: NonNullable<DocumentImportExecution['result']>) => number,
): number => executions.reduce((total, { result }) => total + (result ? of(result) : 0), 0);
