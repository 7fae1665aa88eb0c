import { RequestFailure } from '@tributary/client/request-failure';
import type { User } from '@tributary/client/generated/types.gen';
import { fieldProblem } from '../../components/field-problem.js';

type UserFields = Required<Pick<User, 'type' | 'first_name' | 'last_name' | 'email' | 'display_name'>>;

/** Only the fields of its type. What is left empty is absent: the server says then which field it needs. */
export function bodyOfUser({ type, ...fields }: UserFields) {
  const text = (value: string) => value.trim() || undefined;
  const email = text(fields.email);
  const names =
    type === 'PERSON'
      ? { first_name: text(fields.first_name), last_name: text(fields.last_name) }
      : { display_name: text(fields.display_name) };
  return { type, ...names, email };
}

/** The problem of the e-mail address: its form, or that another user has it. */
export const emailProblem = (failure: unknown): string | undefined =>
  failure instanceof RequestFailure && failure.error_code === 'EMAIL_ALREADY_EXISTS'
    ? 'Another user has it already'
    : fieldProblem(failure, 'email');
