import { readFile, stat } from 'node:fs/promises';
import { isClash, readContent, saveContent } from '@tributary/client/dashboards/stored-content';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { Failure, unreadable } from '../output/failures.js';
import { print } from '../output/print.js';
import { replaceTextFile } from '../files/private-file.js';
import { openSession } from '../session/open-session.js';
import { parseDashboardFile, type DashboardFile } from './dashboard-file.js';

/** The API takes contents up to 1 MiB. */
const maxBytes = 4_194_304;

export const applyCommand = (): Command =>
  createCommand('apply', {
    summary: 'Store a dashboard that was exported',
    details:
      'If its content was changed since the export, nothing is stored. Afterwards the file names the content that is stored ' +
      'now, so that it can be applied again.',
    examples: ['tributary dashboard apply sales.json'],
  })
    .argument('<file>', 'as `export` has written it')
    .option('--force', 'replace the content that is stored now, even if it was changed since')
    .action(apply);

async function apply(name: string, options: CommonOptions & { force?: boolean }): Promise<void> {
  const file = parseDashboardFile(await read(name), name);
  openSession(options);
  const { dashboard_id, organisation_id, content_id, content } = file;
  const path = { dashboard_id, organisation_id };
  const exported = content_id === null ? null : { id: content_id };
  const replaced = options.force && !options.curl ? await readContent(path) : exported;
  const stored = await saveContent(path, content, replaced).catch((failure: unknown) => {
    throw isClash(failure) ? clashOf(file, name) : failure;
  });
  replaceTextFile(name, `${JSON.stringify({ ...file, content_id: stored.id }, null, 2)}\n`);
  print(options.output, { ...path, content_id: stored.id }, () => ({
    rows: [
      ['dashboard', dashboard_id],
      ['content', stored.id],
    ],
  }));
}

async function read(name: string): Promise<string> {
  try {
    if ((await stat(name)).size > maxBytes) throw new Failure(`${name} is larger than every dashboard`);
    return await readFile(name, 'utf8');
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unreadable(name, error);
  }
}

const clashOf = ({ dashboard_id }: DashboardFile, name: string): Failure =>
  new Failure(
    `the content of dashboard ${dashboard_id} is another one than ${name} was made from: nothing was stored`,
    `Compare: tributary dashboard export ${dashboard_id} | diff ${name} -. --force replaces it.`,
  );
