import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

interface AgentAnswer {
  isError: boolean;
  text: string;
}

/** An agent that speaks the protocol over HTTP, as the official client does. */
export class ConnectedAgent {
  private constructor(private readonly client: Client) {}

  /** @param target `/mcp` with its query */
  static async open(url: string, target: string, token: string): Promise<ConnectedAgent> {
    const client = new Client({ name: 'spec', version: '1.0.0' });
    const requestInit = { headers: { authorization: token } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url + target), { requestInit }));
    return new ConnectedAgent(client);
  }

  tools = async (): Promise<string[]> => (await this.client.listTools()).tools.map(({ name }) => name);

  async answer(name: string, args: Record<string, unknown> = {}): Promise<AgentAnswer> {
    const { content, isError } = await this.client.callTool({ name, arguments: args });
    const [part] = content as { text: string }[];
    return { isError: isError === true, text: part?.text ?? '' };
  }

  close = (): Promise<void> => this.client.close();
}
