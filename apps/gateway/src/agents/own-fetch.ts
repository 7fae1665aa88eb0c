import { request as send, type IncomingMessage, type Server } from 'node:http';
import { duplexPair, pipeline, Readable, Transform, type Duplex } from 'node:stream';
import { RequestFailure } from '@tributary/client/request-failure';

/** The client on whose behalf this process calls itself. */
interface Origin {
  /** The address of its connection. */
  address: string | undefined;
  /** The `X-Forwarded-For` of its request. */
  forwarded: string | undefined;
}

/** The most bytes of an answer: a tool returns far fewer, and its process serves other clients, too. */
export const maxAnswerBytes = 4 * 1024 * 1024;

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
  // As with sockets, an end of the connection that is destroyed takes the other one along, with what is not read yet.
  client.once('close', () => connection.destroy());
  connection.once('close', () => client.destroy());
  Object.defineProperty(connection, 'remoteAddress', { value: address });
  server.emit('connection', connection);
  return client;
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 500, headers } = answer;
  const body = withoutBody.has(status) ? null : (Readable.toWeb(limited(answer)) as ReadableStream<Uint8Array>);
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(body, { status, headers: pairs });
}

function limited(answer: IncomingMessage): Readable {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxAnswerBytes) done(null, chunk);
      else done(new RequestFailure(`the answer has more than ${maxAnswerBytes} bytes: ask for fewer rows`));
    },
  });
  // Its error is that of the stream.
  return pipeline(answer, limit, () => undefined);
}
