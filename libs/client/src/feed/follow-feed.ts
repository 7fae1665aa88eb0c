import { RequestFailure } from '../request-failure.js';

/** Where the connection to the feed stands. */
export type FeedState =
  | { is: 'connecting' }
  | { is: 'connected' }
  | { is: 'reconnecting'; attempt: number; failure?: unknown }
  /** The server refused: trying again by itself would not help. `full`: as many viewers as it allows. */
  | { is: 'ended'; failure: RequestFailure; full: boolean };

export interface FollowedFeed<Event> {
  /** Opens the stream and yields until it ends. It calls `onOpen` once it is open. */
  open: (onOpen: () => void) => AsyncIterable<Event>;
  onEvent: (event: Event) => void;
  onState: (state: FeedState) => void;
  /** Resolves after the time, or earlier: when the network is back, or at the abort. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

/** Follows the feed until it is aborted or refused. After a cut it connects again by itself. */
export async function followFeed<Event>(feed: FollowedFeed<Event>): Promise<void> {
  const { onState, pause, signal } = feed;
  let attempt = 0;
  const onOpen = () => {
    attempt = 0;
    onState({ is: 'connected' });
  };
  onState({ is: 'connecting' });
  while (!signal.aborted) {
    const failure = await readOnce(feed, onOpen);
    if (signal.aborted) return;
    attempt += 1;
    if (failure instanceof RequestFailure && !mayReconnect(failure, attempt))
      return onState({ is: 'ended', failure, full: isFull(failure) });
    onState(isFull(failure) ? { is: 'connecting' } : { is: 'reconnecting', attempt, failure });
    await pause(reconnectDelayMs(attempt, Math.random()), signal);
  }
}

/** @returns why the stream ended; undefined if the server ended it */
async function readOnce<Event>({ open, onEvent, signal }: FollowedFeed<Event>, onOpen: () => void): Promise<unknown> {
  try {
    for await (const event of open(onOpen)) {
      if (signal.aborted) return undefined;
      onEvent(event);
    }
    return undefined;
  } catch (failure) {
    return failure;
  }
}

const firstDelayMs = 500;
const longestDelayMs = 15_000;

/** Doubles with each attempt. Half of it is random, so that the viewers of a gateway that restarts do not come all at once. */
export function reconnectDelayMs(attempt: number, random: number): number {
  const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return delay * (0.5 + random / 2);
}

/** How often a full feed is asked again: the place of a stream that this tab has just ended becomes free a moment later. */
const attemptsForPlace = 3;

/** An answer that says the same if it is asked again ends the feed. */
const mayReconnect = (failure: RequestFailure, attempt: number): boolean => {
  if (isFull(failure)) return attempt <= attemptsForPlace;
  return failure.status === undefined || failure.status >= 500;
};

const isFull = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.status === 503 && /live feeds/.test(failure.message);
