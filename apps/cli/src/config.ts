import { homedir } from 'node:os';
import path from 'node:path';

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

export function readEnvironment(env: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const { TRIBUTARY_URL, TRIBUTARY_TOKEN, TRIBUTARY_DATAMART, TRIBUTARY_ORGANISATION, TRIBUTARY_SECRET_KEY } = env;
  return {
    ...(TRIBUTARY_URL && { url: TRIBUTARY_URL }),
    ...(TRIBUTARY_TOKEN && { token: TRIBUTARY_TOKEN }),
    ...(TRIBUTARY_DATAMART && { datamart_id: TRIBUTARY_DATAMART }),
    ...(TRIBUTARY_ORGANISATION && { organisation_id: TRIBUTARY_ORGANISATION }),
    ...(TRIBUTARY_SECRET_KEY && { secretKey: TRIBUTARY_SECRET_KEY }),
    configFile: path.join(directoryOf(env.XDG_CONFIG_HOME, '.config'), 'config.json'),
    uploadsDirectory: path.join(directoryOf(env.XDG_STATE_HOME, '.local/state'), 'uploads'),
  };
}

/** The XDG Base Directory Specification ignores relative paths. */
const directoryOf = (directory: string | undefined, otherwise: string): string =>
  path.join(directory && path.isAbsolute(directory) ? directory : path.join(homedir(), otherwise), 'tributary');
