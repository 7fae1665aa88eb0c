import { expect } from '@jest/globals';
import { eventually } from './eventually.js';

export interface SseEvent {
  id?: string;
  event: string;
  data: Record<string, unknown>;
  /** As sent. */
  text: string;
}

export interface FeedOptions {
  token: string;
  datamart?: string;
  /** With its question mark. */
  query?: string;
}

/** A client of a live feed. */
export class FeedClient {
  /** Everything that was read. */
  text = '';
  hasEnded = false;
  private readonly client = new AbortController();

  private constructor(readonly response: Response) {}

  static async open(url: string, { token, datamart = '1', query = '' }: FeedOptions): Promise<FeedClient> {
    const target = `${url}/v1/datamarts/${datamart}/user_activities/events${query}`;
    const client = new AbortController();
    const response = await fetch(target, { headers: { authorization: token }, signal: client.signal });
    const feed = new FeedClient(response);
    feed.client.signal.addEventListener('abort', () => client.abort());
    if (response.status === 200) void feed.read().catch(() => undefined);
    return feed;
  }

  close(): void {
    this.client.abort();
  }

  get events(): SseEvent[] {
    const blocks = this.text.split('\n\n').slice(0, -1);
    return blocks.filter((block) => !block.startsWith(':')).map(toEvent);
  }

  of(event: string): SseEvent[] {
    return this.events.filter((one) => one.event === event);
  }

  get ids(): (string | undefined)[] {
    return this.of('activity').map(({ id }) => id);
  }

  untilIds(...ids: string[]): Promise<void> {
    return eventually(() => expect(this.ids).toEqual(ids), { every: 10 });
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    const body = this.response.body as unknown as AsyncIterable<Uint8Array>;
    for await (const chunk of body) this.text += decoder.decode(chunk, { stream: true });
    this.hasEnded = true;
  }
}

function toEvent(block: string): SseEvent {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]));
  const [id, event = '', text = ''] = [fields.get('id'), fields.get('event'), fields.get('data')];
  const data = JSON.parse(text) as Record<string, unknown>;
  return id === undefined ? { event, data, text } : { id, event, data, text };
}
