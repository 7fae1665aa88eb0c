import { isPurpose, maxPurposeLength } from '@tributary/client/people/read-person';
import { InvalidArgumentError } from 'commander';

/** The value of an option `--purpose`. */
export function purposeText(given: string): string {
  if (!isPurpose(given)) throw new InvalidArgumentError(`It must be one line of 1 to ${maxPurposeLength} characters.`);
  return given;
}
