import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { readEnvironment } from '../config.js';
import { Failure } from '../output/failures.js';
import { print } from '../output/print.js';
import { warn } from '../output/status-messages.js';
import { openSession, readCaller } from './open-session.js';
import { readSavedSession, saveSession } from './saved-session.js';

export const useCommand = (): Command =>
  createCommand('use', {
    summary: 'Choose the datamart of all further commands',
    examples: ['tributary use 1'],
    sends: false,
  })
    .argument('<datamart>', 'id of a datamart, or its name')
    .action(use);

async function use(wanted: string, { output, profile }: CommonOptions): Promise<void> {
  const { configFile, datamart_id: ofEnvironment } = readEnvironment(profile);
  const { url } = openSession(profile === undefined ? {} : { profile });
  const saved = readSavedSession(configFile);
  if (saved?.url !== url) throw new Failure(`no login for ${url} is saved`, `Run: tributary login ${url}`);
  const { datamarts } = await readCaller();
  const datamart = datamarts.find(({ id }) => id === wanted) ?? datamarts.find(({ name }) => name === wanted);
  if (!datamart)
    throw new Failure(`the token has a role in no datamart "${wanted}"`, 'tributary whoami lists those that it has.');
  const { id: datamart_id, organisation_id, name } = datamart;
  saveSession(configFile, { ...saved, datamart_id, organisation_id });
  if (ofEnvironment !== undefined) warn('TRIBUTARY_DATAMART is set, and takes precedence over this choice');
  print(output, { datamart_id, organisation_id, name }, () => ({ rows: [['datamart', `${datamart_id} ${name}`]] }));
}
