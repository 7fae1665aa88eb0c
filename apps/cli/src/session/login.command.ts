import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { readEnvironment } from '../config.js';
import { ask, askHidden, canAsk, readFirstLine } from '../output/ask.js';
import { UsageProblem } from '../output/failures.js';
import { print } from '../output/print.js';
import { say, warn } from '../output/status-messages.js';
import { connect } from '../requests/connect.js';
import { nameOfUser } from './name-of-user.js';
import { readCaller } from './open-session.js';
import { isEncryptedOrLocal, platformUrl } from './platform-url.js';
import { readSavedSession, saveSession } from './saved-session.js';

export const loginCommand = (): Command =>
  createCommand('login', {
    summary: 'Save the address of a platform and a token for it',
    details: 'The token is asked for, or read from stdin; it is never an argument, which other users could see.',
    examples: [
      'tributary login https://cdp.example.com',
      'tributary login localhost:8080 < token.txt',
      'tributary login https://staging.example.com --profile staging',
    ],
    sends: false,
  })
    .argument('[url]', 'address of the platform')
    .action(login);

async function login(given: string | undefined, { output, profile }: CommonOptions): Promise<void> {
  const { configFile, url: ofEnvironment, token: tokenOfEnvironment } = readEnvironment(profile);
  const before = readSavedSession(configFile);
  const url = platformUrl(given ?? ofEnvironment ?? (await askUrl(before?.url)));
  if (!isEncryptedOrLocal(url)) warn(`${url} is not encrypted: everyone on the way can read the token`);
  const token = await readToken();
  connect({ url, token });
  const caller = await readCaller();
  const kept = before?.url === url ? caller.datamarts.find(({ id }) => id === before.datamart_id) : undefined;
  const datamart = kept ?? (caller.datamarts.length === 1 ? caller.datamarts[0] : undefined);
  const ids = { datamart_id: datamart?.id, organisation_id: datamart?.organisation_id ?? caller.organisation_id };
  const session = { url, user_id: caller.id, organisation_id: ids.organisation_id };
  const chosen = ids.datamart_id === undefined ? {} : { datamart_id: ids.datamart_id };
  saveSession(configFile, { ...session, ...chosen, token });
  if (tokenOfEnvironment !== undefined) warn('TRIBUTARY_TOKEN is set, and takes precedence over this login');
  if (datamart === undefined) say('Choose a datamart: tributary use ID (tributary whoami lists them)');
  print(output, { ...session, ...chosen }, () => ({
    rows: [
      ['platform', url],
      ['user', nameOfUser(caller)],
      ['datamart', datamart && `${datamart.id} ${datamart.name}`],
    ],
  }));
}

async function askUrl(saved: string | undefined): Promise<string> {
  if (!canAsk()) throw new UsageProblem('the address of the platform is missing: tributary login URL');
  const otherwise = saved ?? 'http://localhost:8080';
  return (await ask(`Address of the platform [${otherwise}]: `)).trim() || otherwise;
}

async function readToken(): Promise<string> {
  const token = canAsk() ? (await askHidden('API token (it is not shown): ')).trim() : await readFirstLine();
  if (token === '') throw new UsageProblem('no token was given');
  if (!/^[!-~]+$/.test(token)) throw new UsageProblem('this is no token: it has characters other than visible ASCII');
  return token;
}
