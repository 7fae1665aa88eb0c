import { Client as Agent, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';

export type Json = Record<string, unknown>;

/** An agent that speaks the protocol with the platform. */
export class AgentSession {
  private constructor(private readonly agent: Agent) {}

  /** With `/mcp` of a gateway, as a service would. */
  static overHttp(url: string, token: string, query: string): Promise<AgentSession> {
    const requestInit = { headers: { authorization: token } };
    return AgentSession.over(new StreamableHTTPClientTransport(new URL(`${url}/mcp?${query}`), { requestInit }));
  }

  static async over(transport: Transport): Promise<AgentSession> {
    const agent = new Agent({ name: 'e2e', version: '1.0.0' });
    await agent.connect(transport);
    return new AgentSession(agent);
  }

  tools = async (): Promise<string[]> => (await this.agent.listTools()).tools.map(({ name }) => name);

  /** @returns the text for the agent, and whether it is a failure */
  async answer(name: string, args: Json = {}): Promise<{ isError: boolean; text: string }> {
    const { content, isError } = await this.agent.callTool({ name, arguments: args });
    const [part] = content as { text: string }[];
    return { isError: isError === true, text: part?.text ?? '' };
  }

  async call<T = Json>(name: string, args: Json = {}): Promise<T> {
    const { isError, text } = await this.answer(name, args);
    if (isError) throw new Error(`${name}: ${text}`);
    return JSON.parse(text) as T;
  }

  close = (): Promise<void> => this.agent.close();
}

/** Abilities of a session beside reading. */
export interface Wanted {
  write?: true;
  addresses?: true;
}
