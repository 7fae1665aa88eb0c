/** A message as a follower sees it: its content is parsed only when it is read. */
export interface FollowedMessage {
  topic: string;
  key: string;
  id: string;
  /** Epoch milliseconds. */
  time: number;
  /** The value, not validated. @throws SyntaxError when it is not JSON */
  read: () => unknown;
}

/**
 * Sees the messages of topics from now on, without being one of their consumers: it commits nothing, has no lag and no
 * dead letters, and delays nothing. It may miss messages (through an outage, or when it falls far behind), and may see one
 * twice.
 */
export interface Follower {
  /** Whether it reads a message with this key. It runs for every message of the topics, so keep it cheap. */
  wants: (key: string) => boolean;
  /** Runs on the thread that collects activities, so keep it short. What it throws is logged. */
  onMessage: (message: FollowedMessage) => void;
}

export interface Following {
  /** Resolves once every later message is seen. Never rejects; it waits while the brokers are down. */
  started: Promise<void>;
  /** No message is read from now on. */
  stop: () => void;
}

/** Calls `onMessage` for a message that the follower wants. It never throws. */
export function show(
  follower: Follower,
  key: string,
  messageOf: () => FollowedMessage,
  warn: (message: string) => void,
): void {
  try {
    if (follower.wants(key)) follower.onMessage(messageOf());
  } catch (error) {
    // The message of a SyntaxError quotes the value.
    warn(`a follower cannot read a message: ${(error as Error).name}`);
  }
}
