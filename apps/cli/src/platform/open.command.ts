import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { UsageProblem } from '../output/failures.js';
import { print } from '../output/print.js';
import { openDatamart } from '../session/open-session.js';

export const openCommand = (): Command =>
  createCommand('open', {
    summary: 'Open the console in a browser',
    details:
      'It prints the address, and opens it if stdout is a terminal. The token is not in it: the console asks for one.',
    examples: ['tributary open', 'tributary open live', 'tributary open segments/21'],
    of: 'datamart',
    sends: false,
  })
    .argument('[page]', 'path of a page, as live, people, imports, reports or dashboards', '')
    .action(open);

async function open(page: string, options: CommonOptions): Promise<void> {
  if (!/^[\w./-]*$/.test(page))
    throw new UsageProblem(`"${page}" is no path of a page: it is like live or segments/21`);
  const { url, datamart_id } = await openDatamart(options);
  const address = `${url}/d/${datamart_id}/${page.replace(/^\/+/, '')}`;
  print(options.output, { url: address }, () => ({ rows: [['console', address]] }));
  if (process.stdout.isTTY && options.output === 'table') startBrowser(address);
}

const openers: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['explorer'],
};

/** Without a browser, as on a server, the printed address is enough. */
function startBrowser(address: string): void {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
