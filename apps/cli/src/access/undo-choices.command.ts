import { undoChoices } from '@tributary/client/choices/undo-choices';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { print } from '../output/print.js';
import { say } from '../output/status-messages.js';
import { openDatamart } from '../session/open-session.js';

type Field = 'collect_key_id' | 'message_authentication_key_id';

/** @param group of the command, and the field of the API that names its keys */
export const undoChoicesCommand = (group: 'collect-key' | 'key', field: Field): Command =>
  createCommand('undo-choices', {
    summary: 'Undo all choices that came in with a key on a day',
    examples: [`tributary ${group} undo-choices 7 --day 2026-11-27`],
    of: 'datamart',
  })
    .argument('<key>', 'id of the key, as the list shows it; it may be deleted')
    .requiredOption('--day <YYYY-MM-DD>', 'the day in UTC')
    .action(async (key: string, options: CommonOptions & { day: string }) => {
      const { datamart_id } = await openDatamart(options);
      const onPart = (undone: number) => say(`${undone} choices are undone, and more are left.`);
      const undone = await undoChoices(datamart_id, { [field]: key }, options.day, onPart);
      print(options.output, { undone }, () => ({ rows: [['undone', String(undone)]] }));
    });
