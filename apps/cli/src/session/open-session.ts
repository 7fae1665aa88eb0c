import { getConnectedUser } from '@tributary/client/generated/sdk.gen';
import type { ConnectedUser } from '@tributary/client/generated/types.gen';
import { readEnvironment } from '../config.js';
import { numericId, type CommonOptions } from '../commands/create-command.js';
import { Failure, UsageProblem } from '../output/failures.js';
import { connect } from '../requests/connect.js';
import { resolveSession, type Session } from './resolve-session.js';
import { readSavedSession } from './saved-session.js';

type Options = Omit<CommonOptions, 'output'>;

/** Reads who the caller is, and points the client at the platform. @throws Failure without a login */
export function openSession({ curl, profile, datamart, organisation }: Options): Session {
  const environment = readEnvironment(profile);
  const saved = readSavedSession(environment.configFile);
  if (profile !== undefined && saved === undefined)
    throw new Failure(`no login has the name "${profile}"`, `Run: tributary login URL --profile ${profile}`);
  const session = resolveSession(environment, saved);
  connect({ ...session, isPrinted: curl === true });
  return {
    ...session,
    datamart_id: datamart ?? session.datamart_id,
    // The organisation of another datamart is another one.
    organisation_id: organisation ?? (datamart === undefined ? session.organisation_id : undefined),
  };
}

/** The datamart that a command is about: the one that was chosen, or the only one. @throws Failure if there are several */
export async function openDatamart(options: Options): Promise<Session & { datamart_id: string }> {
  const session = openSession(options);
  if (session.datamart_id !== undefined)
    return { ...session, datamart_id: numericId('a datamart', session.datamart_id) };
  if (options.curl) throw new UsageProblem('with --curl, say which datamart: --datamart ID');
  const { datamarts } = await readCaller();
  const [only, ...others] = datamarts;
  if (!only) throw new Failure('the token has a role in no datamart', 'tributary whoami shows its roles.');
  if (others.length > 0) throw new Failure('the token has several datamarts', choiceOf(datamarts));
  return { ...session, datamart_id: only.id };
}

/** The organisation that a command is about. */
export async function openOrganisation(options: Options): Promise<Session & { organisation_id: string }> {
  const session = openSession(options);
  if (session.organisation_id !== undefined)
    return { ...session, organisation_id: numericId('an organisation', session.organisation_id) };
  if (options.curl) throw new UsageProblem('with --curl, say which organisation: --organisation ID');
  const { datamarts, organisation_id } = await readCaller();
  const chosen = datamarts.find(({ id }) => id === session.datamart_id);
  return { ...session, organisation_id: chosen?.organisation_id ?? organisation_id };
}

/** The user whose tokens or keys are meant: one that is named, else the caller. */
export async function openUser(options: Options): Promise<Session & { user_id: string }> {
  const session = openSession(options);
  if (options.user !== undefined) return { ...session, user_id: numericId('a user', options.user) };
  const saved = readSavedSession(readEnvironment(options.profile).configFile);
  if (saved?.token === session.token && saved.user_id !== '') return { ...session, user_id: saved.user_id };
  if (options.curl) throw new UsageProblem('with --curl, say which user: --user ID');
  return { ...session, user_id: (await readCaller()).id };
}

/** The caller whom the token belongs to. */
export async function readCaller(): Promise<ConnectedUser> {
  const { data } = await getConnectedUser();
  return data.data;
}

const choiceOf = (datamarts: ConnectedUser['datamarts']): string =>
  [
    'Choose one: tributary use ID (or --datamart ID)',
    ...datamarts.slice(0, 20).map(({ id, name }) => `  ${id}  ${name}`),
  ].join('\n');
