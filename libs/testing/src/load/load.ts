import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../eventually.js';

/** On a busy machine a request takes seconds; only a frozen process answers none in two minutes. */
const requestTimeoutMs = 120_000;
const pauseBeforeResendMs = 200;
const acknowledgedWithinMs = 300_000;
/** A client gives up on an activity after this number of unexpected responses. */
const maxRefusals = 25;

export interface LoadTarget {
  url: string;
  token: string;
}

export interface LoadShape {
  /** Number of clients that send at the same time. */
  concurrency?: number;
  /** Number of people over whom the activities are spread. */
  people?: number;
  /** Milliseconds between two activities of a client. */
  pause?: number;
  /** `$ts` of every activity, epoch milliseconds. */
  ts: number;
}

export interface CollectResponse {
  status: number;
  body: string;
  /** The raw header. */
  retryAfter: string | null;
}

/**
 * Sends activities, also while processes fail. Each activity has a `$unique_key` and is resent with the same key until it is
 * acknowledged. At the end every key in `acknowledged` must be stored exactly once, and no other key.
 */
export class Load {
  /** The user agent of every acknowledged activity, by activity id. */
  readonly acknowledged = new Map<string, string>();
  /** Responses that are neither an acknowledgement nor a 503 with Retry-After, with their counts. */
  readonly unexpected = new Map<string, number>();
  /** Number of resent requests. It proves that a fault affected clients. */
  resent = 0;
  /**
   * The reasons why requests got no response, with the time of each: connection refused or broken, or timeout. A graceful
   * shutdown causes none.
   */
  readonly unanswered: string[] = [];
  /** From each request to its response or failure, in milliseconds, without the client's own pauses. */
  readonly times: number[] = [];
  private clients: Promise<void>[] = [];
  private isStopping = false;
  private isTimedOut = false;

  constructor(
    private readonly target: LoadTarget,
    private readonly shape: LoadShape,
  ) {}

  start(): void {
    this.isStopping = false;
    this.clients = Array.from({ length: this.shape.concurrency ?? 16 }, () => this.client());
  }

  /** Sends no new activities, and resolves when all that were sent are acknowledged. @throws after a timeout. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const deadline = setTimeout(() => (this.isTimedOut = true), acknowledgedWithinMs);
    await Promise.all(this.clients);
    clearTimeout(deadline);
    if (this.isTimedOut) throw new Error(`some activities were not acknowledged in ${acknowledgedWithinMs} ms`);
  }

  /** Resolves when `count` more activities are acknowledged. */
  async untilAcknowledged(count = 80): Promise<void> {
    const goal = this.acknowledged.size + count;
    await eventually(
      () => {
        if (this.acknowledged.size < goal)
          throw new Error(`${this.acknowledged.size} of ${goal} activities are acknowledged`);
      },
      { within: acknowledgedWithinMs },
    );
  }

  private async client(): Promise<void> {
    while (!this.isStopping) {
      await this.deliver(randomUUID(), `agent-${Math.floor(Math.random() * (this.shape.people ?? 100))}`);
      await sleep(this.shape.pause ?? 20);
    }
  }

  private async deliver(key: string, agent: string): Promise<void> {
    for (let refusals = 0; refusals < maxRefusals && !this.isTimedOut;) {
      const outcome = await this.send(key, agent);
      if (outcome === 'acknowledged') return;
      if (outcome === 'refused') refusals++;
      this.resent++;
      await sleep(pauseBeforeResendMs);
    }
  }

  private async send(key: string, agent: string): Promise<'acknowledged' | 'unavailable' | 'refused'> {
    const begun = performance.now();
    const sent = new Date().toISOString();
    const response = await postActivity(this.target, anActivity(key, agent, this.shape.ts)).catch((error: unknown) => {
      this.unanswered.push(`${reason(error)}, ${Math.round(performance.now() - begun)} ms after ${sent}`);
    });
    this.times.push(performance.now() - begun);
    if (!response || (response.status === 503 && response.retryAfter !== null)) return 'unavailable';
    if (response.status === 200 && idOf(response.body) === key) {
      this.acknowledged.set(key, agent);
      return 'acknowledged';
    }
    const description = `${response.status} ${response.body.replace(/"error_id":"[^"]*",?/, '')}`;
    this.unexpected.set(description, (this.unexpected.get(description) ?? 0) + 1);
    return 'refused';
  }
}

/** A visit of a person who is identified by a user agent. */
export function anActivity(key: string, agent: string, ts: number): Record<string, unknown> {
  return {
    $unique_key: key,
    $ts: ts,
    $type: 'SITE_VISIT',
    $site_id: '8298',
    $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: agent }],
    $events: [{ $event_name: '$home_view', $properties: {} }],
  };
}

/** Sends one activity to datamart 1. @throws if there is no response. */
export async function postActivity({ url, token }: LoadTarget, activity: object): Promise<CollectResponse> {
  const response = await fetch(`${url}/v1/datamarts/1/user_activities`, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    body: JSON.stringify(activity),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  return { status: response.status, body: await response.text(), retryAfter: response.headers.get('retry-after') };
}

/** Sends it until it is answered 200: a busy broker may be late, 503. The `$unique_key` lets it be stored once. */
export const postUntilAccepted = (target: LoadTarget, activity: object): Promise<CollectResponse> =>
  eventually(async () => {
    const response = await postActivity(target, activity);
    if (response.status !== 200) throw new Error(`collecting answers ${response.status}: ${response.body}`);
    return response;
  });

function idOf(body: string): unknown {
  return (JSON.parse(body) as { data?: { id?: unknown } }).data?.id;
}

/** The message of a failed fetch, with its cause, which names the problem. The cause is no `Error` of Jest's own context. */
export function reason(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause ? `${message}: ${cause.code ?? ''} ${cause.message ?? ''}` : message;
}
