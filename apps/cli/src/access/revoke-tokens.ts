import { revokeApiToken } from '@tributary/client/generated/sdk.gen';
import { ask, canAsk } from '../output/ask.js';
import { Failure, UsageProblem } from '../output/failures.js';
import { say } from '../output/status-messages.js';

interface ListedToken {
  id: string;
  user_id: string;
  name: string;
  /** Its last four characters, behind asterisks. */
  value: string;
}

/**
 * Revokes tokens after a question, that of the command last: without it the others could not be.
 *
 * @param inUse the token of the command
 * @returns the ids of the revoked ones, in the order of their end
 */
export async function revokeTokens(
  tokens: readonly ListedToken[],
  { yes, inUse }: { yes: boolean; inUse: string },
): Promise<string[]> {
  if (!yes && !canAsk()) throw new UsageProblem('revoking asks how many tokens it ends: in a script, say --yes');
  if (tokens.length === 0) return [];
  if (!yes) {
    say('A program that sends one of them is refused from the next second on. It cannot be undone:');
    for (const { id, name } of tokens) say(`  ${id}  ${name}`);
    const typed = await ask(`To revoke them, type how many they are, ${tokens.length}: `);
    if (typed.trim() !== String(tokens.length)) throw new Failure('this is another number: nothing was revoked');
  }
  const mayBeOwn = ({ value }: ListedToken) => inUse.endsWith(value.replaceAll('*', ''));
  const ordered = [...tokens.filter((token) => !mayBeOwn(token)), ...tokens.filter(mayBeOwn)];
  for (const { id, user_id } of ordered) await revokeApiToken({ path: { user_id, api_token_id: id } });
  return ordered.map(({ id }) => id);
}
