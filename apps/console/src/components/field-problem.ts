import { RequestFailure } from '@tributary/client/request-failure';

/** What the server has refused about a field of a form, if that was the reason. */
export const fieldProblem = (failure: unknown, field: string): string | undefined =>
  failure instanceof RequestFailure && failure.field === field ? failure.message.slice(field.length + 2) : undefined;
