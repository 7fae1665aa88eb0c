import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { StandInServer } from './stand-in-server.js';

/** Takes activities as the API does. */
export class CollectingApi extends StandInServer {
  /** The bodies of the requests, as lists of activities. */
  readonly requests: { n: number }[][] = [];
  /** Answers this instead of results. */
  status = 200;
  /** How many requests are answered at once. The others are answered when they are released. */
  answersUpTo = Infinity;
  private held: (() => void)[] = [];

  /** The numbers of all activities that have arrived. */
  get received(): number[] {
    return this.requests.flat().map(({ n }) => n);
  }

  /** Answers what is held, and each request from now on. */
  release(): void {
    this.answersUpTo = Infinity;
    for (const answer of this.held.splice(0)) answer();
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const activities = body.split('\n').map((line) => JSON.parse(line) as { n: number; $unique_key: string });
    this.requests.push(activities);
    const results = activities.map(({ $unique_key: id }) => ({ id, received_ts: 1 }));
    const data = { accepted: results.length, rejected: 0, results };
    const refusal = { status: 'error', error_code: 'TOKEN_ERROR', error: 'why' };
    const answer = () =>
      response
        .writeHead(this.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(this.status === 200 ? { status: 'ok', data } : refusal));
    if (this.requests.length > this.answersUpTo) this.held.push(answer);
    else answer();
  }
}
