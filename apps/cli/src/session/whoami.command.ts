import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { print } from '../output/print.js';
import { nameOfUser } from './name-of-user.js';
import { openSession, readCaller } from './open-session.js';

export const whoamiCommand = (): Command =>
  createCommand('whoami', {
    summary: 'Show who the token belongs to, its roles and its datamarts',
    examples: ['tributary whoami', 'tributary whoami -o json'],
  }).action(whoami);

async function whoami(options: CommonOptions): Promise<void> {
  const { url, datamart_id } = openSession(options);
  const caller = await readCaller();
  print(options.output, { url, datamart_id: datamart_id ?? null, user: caller }, () => ({
    rows: [
      ['platform', url],
      ['user', `${caller.id} ${nameOfUser(caller)}`],
      ...caller.roles.map(({ role, organisation_id }) => ['role', `${role} in organisation ${organisation_id}`]),
      ...caller.datamarts.map(({ id, name }) => [id === datamart_id ? 'datamart *' : 'datamart', `${id} ${name}`]),
    ],
  }));
}
