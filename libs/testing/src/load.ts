import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './eventually.js';

const requestTimeoutMs = 15_000;
const pauseBeforeResendMs = 200;
const acknowledgedWithinMs = 120_000;
/** A client that is told again and again that it is wrong gives up. */
const maxRefusals = 25;

export interface LoadTarget {
  url: string;
  token: string;
}

export interface LoadShape {
  /** Clients that send at the same time. */
  concurrency?: number;
  /** Different people the activities are spread over. */
  people?: number;
  /** Milliseconds that a client waits between two activities. */
  pause?: number;
  /** `$ts` of every activity, epoch milliseconds. */
  ts: number;
}

export interface Answer {
  status: number;
  body: string;
  /** The header, as it is. */
  retryAfter: string | null;
}

/**
 * Sends activities through whatever happens. Each has a `$unique_key` and is sent again, with the same key, until it is
 * acknowledged; so at the end every key in `acknowledged` must be stored exactly once, and nothing else at all.
 */
export class Load {
  /** Id of every acknowledged activity → the user agent it was sent for. */
  readonly acknowledged = new Map<string, string>();
  /** Answers that neither say the activity is durable nor ask to send it again, with how often each was given. */
  readonly unexpected = new Map<string, number>();
  /** Requests that had to be sent again: the proof that a fault was felt. */
  resent = 0;
  /** Why those among them got no answer at all: refused, cut off, or silence. A stop that is asked for causes none. */
  readonly unanswered: string[] = [];
  /** Longest time from a request to its answer, or to none: milliseconds, no pause of the client's own is in it. */
  slowestMs = 0;
  private clients: Promise<void>[] = [];
  private isStopping = false;
  private isHopeless = false;

  constructor(
    private readonly target: LoadTarget,
    private readonly shape: LoadShape,
  ) {}

  start(): void {
    this.isStopping = false;
    this.clients = Array.from({ length: this.shape.concurrency ?? 16 }, () => this.client());
  }

  /** Sends nothing new, and resolves when everything sent is acknowledged. @throws when that takes too long. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const patience = setTimeout(() => (this.isHopeless = true), acknowledgedWithinMs);
    await Promise.all(this.clients);
    clearTimeout(patience);
    if (this.isHopeless) throw new Error(`not everything was acknowledged in ${acknowledgedWithinMs} ms`);
  }

  /** Resolves when so many more activities are acknowledged. */
  async flows(count = 200): Promise<void> {
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
    for (let refusals = 0; refusals < maxRefusals && !this.isHopeless; ) {
      const answer = await this.send(key, agent);
      if (answer === 'acknowledged') return;
      if (answer === 'refused') refusals++;
      this.resent++;
      await sleep(pauseBeforeResendMs);
    }
  }

  private async send(key: string, agent: string): Promise<'acknowledged' | 'unavailable' | 'refused'> {
    const begun = performance.now();
    const answer = await postActivity(this.target, anActivity(key, agent, this.shape.ts)).catch((error: unknown) => {
      this.unanswered.push(reason(error));
    });
    this.slowestMs = Math.max(this.slowestMs, performance.now() - begun);
    if (!answer || (answer.status === 503 && answer.retryAfter !== null)) return 'unavailable';
    if (answer.status === 200 && receivedId(answer.body) === key) {
      this.acknowledged.set(key, agent);
      return 'acknowledged';
    }
    const description = `${answer.status} ${answer.body.replace(/"error_id":"[^"]*",?/, '')}`;
    this.unexpected.set(description, (this.unexpected.get(description) ?? 0) + 1);
    return 'refused';
  }
}

/** A visit of one person, identified by a user agent. */
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

/** Sends one activity to datamart 1. @throws when there is no answer at all. */
export async function postActivity({ url, token }: LoadTarget, activity: object): Promise<Answer> {
  const response = await fetch(`${url}/v1/datamarts/1/user_activities`, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    body: JSON.stringify(activity),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  return { status: response.status, body: await response.text(), retryAfter: response.headers.get('retry-after') };
}

function receivedId(body: string): unknown {
  return (JSON.parse(body) as { data?: { id?: unknown } }).data?.id;
}

/** Of a fetch that failed the cause tells what happened. */
function reason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
