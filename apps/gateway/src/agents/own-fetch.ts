import { request as send, type IncomingMessage, type Server } from 'node:http';
import { duplexPair, Readable, type Duplex } from 'node:stream';

/** The client on whose behalf this process calls itself. */
interface Origin {
  /** The address of its connection. */
  address: string | undefined;
  /** The `X-Forwarded-For` of its request. */
  forwarded: string | undefined;
}

const withoutBody = new Set([204, 304]);

/**
 * A `fetch` that this server itself answers: its requests pass the same hooks, limits and routes as those of any client, from
 * the address of the client. Each has a connection in memory: the server need not know where it listens.
 */
export function ownFetch(server: Server, { address, forwarded }: Origin, signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = send(
        {
          method: request.method,
          path: pathname + search,
          headers: {
            ...Object.fromEntries(request.headers),
            ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
            host: 'gateway',
            connection: 'close',
          },
          signal,
          createConnection: () => connect(server, address),
        },
        resolve,
      );
      sent.on('error', reject);
      sent.end(body.length > 0 ? body : undefined);
    });
    return toResponse(answer);
  };
}

function connect(server: Server, address: string | undefined): Duplex {
  const [client, connection] = duplexPair();
  Object.defineProperty(connection, 'remoteAddress', { value: address });
  server.emit('connection', connection);
  return client;
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 500, headers } = answer;
  const body = withoutBody.has(status) ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(body, { status, headers: pairs });
}
