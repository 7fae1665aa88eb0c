import { rmSync } from 'node:fs';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { readEnvironment } from '../config.js';
import { print } from '../output/print.js';

export const logoutCommand = (): Command =>
  createCommand('logout', {
    summary: 'Forget the saved token',
    details: 'The token stays valid: `tributary token revoke` ends it.',
    examples: ['tributary logout'],
    sends: false,
  }).action(logout);

function logout({ output, profile }: CommonOptions): void {
  const { configFile } = readEnvironment(profile);
  rmSync(configFile, { force: true });
  print(output, { deleted: configFile }, () => ({ rows: [['deleted', configFile]] }));
}
