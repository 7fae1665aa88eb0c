import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Takes activities as the API does. */
export class CollectingApi {
  /** The bodies of the requests, as lists of activities. */
  readonly requests: { n: number }[][] = [];
  /** Answers this instead of results. */
  status = 200;
  /** How many requests are answered at once. The others are answered when they are released. */
  answersUpTo = Infinity;
  private held: (() => void)[] = [];

  private readonly server = createServer((request, response) => {
    void text(request).then((body) => this.take(body, response));
  });

  static async start(): Promise<CollectingApi> {
    const api = new CollectingApi();
    await once(api.server.listen(0, '127.0.0.1'), 'listening');
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The numbers of all activities that have arrived. */
  get received(): number[] {
    return this.requests.flat().map(({ n }) => n);
  }

  /** Answers what is held, and each request from now on. */
  release(): void {
    this.answersUpTo = Infinity;
    for (const answer of this.held.splice(0)) answer();
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }

  private take(body: string, response: ServerResponse): void {
    const activities = body.split('\n').map((line) => JSON.parse(line) as { n: number; $unique_key: string });
    this.requests.push(activities);
    const results = activities.map(({ $unique_key: id }) => ({ id, received_ts: 1 }));
    const data = { accepted: results.length, rejected: 0, results };
    const answer = () =>
      response
        .writeHead(this.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(this.status === 200 ? { status: 'ok', data } : { status: 'error', error: 'why' }));
    if (this.requests.length > this.answersUpTo) this.held.push(answer);
    else answer();
  }
}
