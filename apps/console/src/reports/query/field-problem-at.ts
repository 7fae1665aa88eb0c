import { RequestFailure } from '@tributary/client/request-failure';
import type { QueryProblem } from '@tributary/dashboards/queries/query';

/** The problem of a failed request, if the server names its field. */
export const problemOfFailure = (failure: unknown): QueryProblem[] =>
  failure instanceof RequestFailure && failure.field !== undefined
    ? [{ field: failure.field, message: failure.message.slice(failure.field.length + 2) }]
    : [];

/** The first problem of a field or of a part of it: `metrics[0].expression` is a part of `metrics`. */
export const problemAt = (problems: readonly QueryProblem[], field: string): string | undefined =>
  problems.find((problem) => problem.field === field || /^[.[]/.test(partOf(problem.field, field)))?.message;

const partOf = (path: string, field: string) => (path.startsWith(field) ? path.slice(field.length) : '');
