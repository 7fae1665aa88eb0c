import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that the stand-in has received. */
export interface ReceivedRequest {
  uri: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Milliseconds of a clock that never goes back. */
  at: number;
}

/** An answer of the stand-in; `disconnect` closes the connection without one. */
export type Answer = 'disconnect' | { status: number; headers?: Record<string, string>; body?: string };

/** A stand-in for the API: it answers requests with the given answers, and repeats the last one. */
export class ScriptedApi {
  readonly requests: ReceivedRequest[] = [];
  private readonly server: Server;

  private constructor(answers: Answer[]) {
    this.server = createServer((request, response) => {
      void text(request).then((body) => {
        const answer = answers[Math.min(this.requests.length, answers.length - 1)];
        this.requests.push({ uri: request.url ?? '', headers: request.headers, body, at: performance.now() });
        if (answer === undefined || answer === 'disconnect') return request.socket.destroy();
        return response
          .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
          .end(answer.body ?? '{"status":"error"}');
      });
    });
  }

  static async start(answers: Answer[]): Promise<ScriptedApi> {
    const api = new ScriptedApi(answers);
    api.server.listen(0, '127.0.0.1');
    await once(api.server, 'listening');
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
