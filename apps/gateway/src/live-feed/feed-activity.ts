import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { identifierKey, type Identifier } from '@tributary/contracts/tracking/identifier';
import { asStored } from '@tributary/http/body/stored-activity';
import { sseEvent } from './sse-event.js';

/** The fields by which viewers filter. */
interface Named {
  type: string;
  events: ReadonlySet<string>;
}

type Accepted = Pick<ActivityReceived, 'activity_id' | 'received_ts' | 'identifiers' | 'body'>;

/** An activity that a gateway has accepted. Its body is parsed only for viewers that filter by it or get it. */
export class FeedActivity {
  private parsed?: Named;
  private text?: string;

  constructor(private readonly activity: Accepted) {}

  /** About how much memory it takes, with the text of its event. */
  get bytes(): number {
    return 2 * this.activity.body.length;
  }

  get named(): Named {
    return (this.parsed ??= namedIn(this.activity.body));
  }

  has(identifier: Identifier): boolean {
    const key = identifierKey(identifier);
    return this.activity.identifiers.some((one) => identifierKey(one) === key);
  }

  /** The text of its event, the same for all viewers. */
  get event(): string {
    return (this.text ??= eventOf(this.activity));
  }
}

function namedIn(body: string): Named {
  const { $type, $events } = JSON.parse(body) as { $type: string; $events?: { $event_name: string }[] | null };
  return { type: $type, events: new Set(($events ?? []).map(({ $event_name }) => $event_name)) };
}

function eventOf({ activity_id, received_ts, body }: Accepted): string {
  const received = String(received_ts);
  return sseEvent('activity', asStored(body, { activity_id, received_ts: received, ts: received }), activity_id);
}
