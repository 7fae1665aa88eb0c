import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { client } from '@tributary/client/generated/client.gen';
import type { ConnectedUser } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { Failure } from '../output/failures.js';
import { say } from '../output/status-messages.js';
import { openDatamart, readCaller } from '../session/open-session.js';
import { readVersion } from '../version.js';
import { createServer } from './create-server.js';
import { allTools } from './tools/tools.js';

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
      'An agent gets tools for reports, people, imports, refused activities and dashboards, with the rights of the saved token. It ' +
      'can only read, unless it is started with --write.',
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
  const caller = await readCaller();
  const datamart = caller.datamarts.find(({ id }) => id === datamart_id);
  if (!datamart)
    throw new Failure(`the token has no role in datamart ${datamart_id}`, 'tributary whoami lists its datamarts.');
  const { organisation_id } = datamart;
  if (options.addresses && !mayEdit(caller, organisation_id))
    throw new Failure('--addresses needs the role EDITOR', 'tributary whoami shows your roles.');
  const tools = allTools.filter(({ writes }) => options.write || !writes);
  const subject = { datamart_id, organisation_id };
  const showsAddresses = options.addresses === true;
  const create = () => createServer({ tools, subject, version: readVersion(), url, showsAddresses });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  process.stdin.once('end', end).once('close', end);
  const server = serveStdio(create, { onerror: (error) => say(`error: ${error.message}`, 'red') });
  say(`${tools.length} tools for datamart ${datamart_id} ${datamart.name}. The end of stdin ends it.`);
  await ended;
  await server.close();
}

function mayEdit({ roles, credential }: ConnectedUser, organisation_id: string): boolean {
  if (credential?.role === 'READER') return false;
  return roles.some(
    (each) => each.role === 'COMMUNITY_ADMIN' || (each.organisation_id === organisation_id && each.role !== 'READER'),
  );
}
