import type { ActivityFields } from '@tributary/client/activities/compose-activity';
import { guessSelector } from '@tributary/client/people/guess-selector';
import { identifierOf } from '@tributary/client/people/selectors';
import { UsageProblem } from '../output/failures.js';

/** The identifier of an activity that a text names. An e-mail address is hashed here: it is not stored. */
export async function identifierFields(
  text: string,
): Promise<Pick<ActivityFields, 'identifierKind' | 'identifier' | 'compartment'>> {
  const guess = await guessSelector(text);
  const named = guess && identifierOf(guess.selector);
  if (!named)
    throw new UsageProblem('--user: name an e-mail address, an account as compartment/account, or a user agent');
  if (named.type === 'USER_AGENT') return { identifierKind: named.type, identifier: named.user_agent_id };
  if (named.type === 'USER_EMAIL') return { identifierKind: named.type, identifier: named.email_hash };
  const { compartment_id: compartment, user_account_id: identifier } = named;
  return { identifierKind: named.type, identifier, compartment };
}
