import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServer } from '@tributary/agent-tools/create-server';
import { findSubject } from '@tributary/agent-tools/find-subject';
import { toolsFor } from '@tributary/agent-tools/tools/tools';
import { connectClient } from '@tributary/client/connect-client';
import { createClient } from '@tributary/client/generated/client/client.gen';
import type { RequestFailure } from '@tributary/client/request-failure';
import { about } from '../openapi/about.js';

// The gateway imports this module with the first request of an agent: before, the SDK takes neither time nor memory.

export interface AgentCall {
  token: string;
  datamart_id: string | undefined;
  mayWrite: boolean;
  showsAddresses: boolean;
  /** Sends the calls of tools. */
  fetch: typeof fetch;
}

export interface AgentAnswer {
  response: Response;
  /** Ends what still works for it. */
  close: () => Promise<void>;
}

/** Answers a message of the Model Context Protocol. No state is left when the answer ends. */
export async function serveAgent(request: Request, parsedBody: unknown, call: AgentCall): Promise<AgentAnswer> {
  const { token, datamart_id, mayWrite, showsAddresses } = call;
  const client = createClient({ throwOnError: true, fetch: call.fetch });
  connectClient(client, { baseUrl: 'http://gateway/v1', token: () => token });
  const options = {
    tools: toolsFor(mayWrite),
    subject: () => findSubject({ client, datamart_id, showsAddresses }, wording),
    version: about.version,
    showsAddresses,
    describe,
  };
  const handler = createMcpHandler(() => createServer(options), { maxSubscriptions: 0 });
  const response = await handler.fetch(request, parsedBody === undefined ? {} : { parsedBody });
  return { response, close: () => handler.close() };
}

const wording = { choose: (id: string) => `/mcp?datamart_id=${id}`, addresses: 'addresses=true' };

function describe({ message, error_code, error_id }: RequestFailure): string {
  const code = error_code === undefined ? '' : `${error_code}: `;
  return `${code}${message}${error_id === undefined ? '' : ` (error_id ${error_id})`}`;
}
