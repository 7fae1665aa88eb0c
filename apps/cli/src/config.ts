import { homedir } from 'node:os';
import path from 'node:path';
import { UsageProblem } from './output/failures.js';
import { readFileSync } from 'node:fs';

/** The platform as the environment names it, and the place of the command's files. */
export interface Environment {
  /** They take precedence over what `login` and `use` have saved. */
  url?: string;
  token?: string;
  datamart_id?: string;
  organisation_id?: string;
  /** A signing key, so that its secret is in no list of processes. */
  secretKey?: string;
  /** Holds the token. */
  configFile: string;
  /** Holds which uploads have started, so that they can go on: a file for each. */
  uploadsDirectory: string;
}

/**
 * @param profile one of several logins; without it `TRIBUTARY_PROFILE`, or the login that has no name
 * @throws UsageProblem if it cannot be the name of a file
 */
export function readEnvironment(
  profile?: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const { TRIBUTARY_URL, TRIBUTARY_TOKEN, TRIBUTARY_DATAMART, TRIBUTARY_ORGANISATION, TRIBUTARY_SECRET_KEY } = env;
  const named = {
    ...(TRIBUTARY_URL && { url: TRIBUTARY_URL }),
    ...(TRIBUTARY_TOKEN && { token: TRIBUTARY_TOKEN }),
    ...(TRIBUTARY_DATAMART && { datamart_id: TRIBUTARY_DATAMART }),
    ...(TRIBUTARY_ORGANISATION && { organisation_id: TRIBUTARY_ORGANISATION }),
  };
  return {
    // A login that the command names is meant as a whole.
    ...(profile === undefined && named),
    ...(TRIBUTARY_SECRET_KEY && { secretKey: TRIBUTARY_SECRET_KEY }),
    configFile: path.join(
      directoryOf(env.XDG_CONFIG_HOME, '.config'),
      fileOfProfile(profile ?? (env.TRIBUTARY_PROFILE || undefined)),
    ),
    uploadsDirectory: path.join(directoryOf(env.XDG_STATE_HOME, '.local/state'), 'uploads'),
  };
}

function fileOfProfile(profile: string | undefined): string {
  if (profile === undefined) return 'config.json';
  if (/^[\w-][\w.-]{0,63}$/.test(profile)) return path.join('profiles', `${profile}.json`);
  throw new UsageProblem(`"${profile}" is no name of a profile: it has 1 to 64 of A-Z, a-z, 0-9, ".", "_" and "-"`);
}

/** The XDG Base Directory Specification ignores relative paths. */
const directoryOf = (directory: string | undefined, otherwise: string): string =>
  path.join(directory && path.isAbsolute(directory) ? directory : path.join(homedir(), otherwise), 'tributary');

/** The version of the product, as in `package.json`. */
export function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
