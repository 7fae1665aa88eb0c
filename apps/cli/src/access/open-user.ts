import { numericId, type CommonOptions } from '../commands/create-command.js';
import { readEnvironment } from '../config.js';
import { UsageProblem } from '../output/failures.js';
import { openSession, readCaller } from '../session/open-session.js';
import { readSavedSession } from '../session/saved-session.js';

/** The user whose tokens or keys are meant: one that is named, else the caller. */
export async function openUser(options: CommonOptions & { user?: string }): Promise<string> {
  const { token } = openSession(options);
  if (options.user !== undefined) return numericId('a user', options.user);
  const saved = readSavedSession(readEnvironment(options.profile).configFile);
  if (saved?.token === token && saved.user_id !== '') return saved.user_id;
  if (options.curl) throw new UsageProblem('with --curl, say which user: --user ID');
  return (await readCaller()).id;
}
