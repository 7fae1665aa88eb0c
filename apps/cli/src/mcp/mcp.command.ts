import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from '@tributary/agent-tools/create-server';
import { ToolFailure } from '@tributary/agent-tools/answers/tool-failure';
import { findSubject } from '@tributary/agent-tools/find-subject';
import { toolsFor } from '@tributary/agent-tools/tools/tools';
import { client } from '@tributary/client/generated/client.gen';
import type { RequestFailure } from '@tributary/client/request-failure';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { Failure } from '../output/failures.js';
import { say } from '../output/status-messages.js';
import { describeRequestFailure } from '../requests/describe-failure.js';
import { openDatamart } from '../session/open-session.js';
import { readVersion } from '../config.js';

interface McpOptions extends CommonOptions {
  write?: boolean;
  addresses?: boolean;
}

/** A request of a tool takes at most this long: no agent waits for a platform that does not answer. */
const requestLimitMs = 30_000;

export const mcpCommand = (): Command =>
  createCommand('mcp', {
    summary: 'Serve the datamart to an agent: the Model Context Protocol over stdin and stdout',
    details:
      'An agent gets tools for reports, people, traces, the tracking plan, imports, refused activities, dashboards and the audit, ' +
      'with the rights of the saved token. It can only read, unless it is started with --write.',
    examples: ['tributary mcp', 'claude mcp add tributary -- tributary mcp --datamart 1', 'tributary mcp --write'],
    of: 'datamart',
    formats: ['json'],
    sends: false,
  })
    .option('--write', 'it may also change dashboards and store refused activities')
    .option('--addresses', 'e-mail addresses are shown, not only their hashes; needs the role EDITOR')
    .action(serve);

async function serve(options: McpOptions): Promise<void> {
  const { url, datamart_id } = await openDatamart(options);
  client.setConfig({
    fetch: async (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(requestLimitMs) }),
  });
  const showsAddresses = options.addresses === true;
  const { name, ...subject } = await findSubject({ client, datamart_id, showsAddresses }, wording).catch(inWords);
  const tools = toolsFor(options.write === true);
  const describe = (failure: RequestFailure) => {
    const { message, hint } = describeRequestFailure(failure, url);
    return hint === undefined ? message : `${message}\n${hint}`;
  };
  const version = readVersion();
  const create = () =>
    createServer({ tools, subject: () => Promise.resolve(subject), version, showsAddresses, describe });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  process.stdin.once('end', end).once('close', end);
  const server = serveStdio(create, { onerror: (error) => say(`error: ${error.message}`, 'red') });
  say(`${tools.length} tools for datamart ${datamart_id} ${name}. The end of stdin ends it.`);
  await ended;
  await server.close();
}

const wording = { choose: (id: string) => `--datamart ${id}`, addresses: '--addresses' };

function inWords(error: unknown): never {
  throw error instanceof ToolFailure
    ? new Failure(error.message, 'tributary whoami lists roles and datamarts.')
    : error;
}
