import { nameProblem } from '@tributary/contracts/rules/name-problem';

/**
 * First and last name of a person about whom only the e-mail is known, as `ada.lovelace@example.org` has them in it. Without
 * a dot, dash or underscore the host stands in for the last name.
 */
export function namesOfEmail(email: string): { first_name: string; last_name: string } {
  const [local = '', host = ''] = email.split('@');
  const [first = '', ...others] = local.split(/[._-]+/).filter((part) => part !== '');
  const last = others.join(' ');
  return { first_name: nameOr(first, email), last_name: nameOr(last, host) };
}

const nameOr = (text: string, otherwise: string) => (text !== '' && nameProblem(text) === undefined ? text : otherwise);
