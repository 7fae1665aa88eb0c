import { client } from '@tributary/client/generated/client.gen';
import { followEvents } from '@tributary/client/follow-events';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { endsSession, interruptSession, useToken } from '../session/session.js';
import { FeedBuffer, type FeedView } from './feed-buffer.js';
import { readFeedEvent } from '@tributary/client/feed/feed-event';
import { feedQuery, type FeedFilter } from '@tributary/client/feed/feed-query';
import { followFeed, type FeedState } from '@tributary/client/feed/follow-feed';

export interface Feed {
  view: FeedView;
  state: FeedState;
  pause: () => void;
  resume: () => void;
  /** Connects again after the server has refused. */
  reconnect: () => void;
}

/** A burst of activities is painted at once, this often. */
const paintEveryMs = 100;
/** The server sends a comment each 15 s. A connection without any is broken, although neither end has closed it. */
const silenceMs = 40_000;

/** Follows the activities of a datamart while the component is there. Another filter starts from scratch. */
export function useFeed(datamart_id: string, filter: FeedFilter): Feed {
  const query = feedQuery(filter).toString();
  const token = useToken();
  const [connection, setConnection] = useState(0);
  const buffer = useMemo(() => new FeedBuffer(), [datamart_id, query]);
  const [view, setView] = useState(() => buffer.view());
  const [state, setState] = useState<FeedState>({ is: 'connecting' });
  const paint = useCallback(() => setView(buffer.view()), [buffer]);
  useEffect(() => {
    paint();
    const timer = setInterval(paint, paintEveryMs);
    return () => clearInterval(timer);
  }, [paint]);
  useEffect(() => {
    // The session is interrupted. The feed goes on with it.
    if (token === undefined) return undefined;
    const abort = new AbortController();
    void followDatamart(datamart_id, new URLSearchParams(query), buffer, setState, abort.signal);
    return () => abort.abort();
  }, [buffer, connection, datamart_id, query, token]);
  const pause = () => (buffer.pause(), paint());
  const resume = () => (buffer.resume(), paint());
  return { view, state, pause, resume, reconnect: () => setConnection(connection + 1) };
}

async function followDatamart(
  datamart_id: string,
  query: URLSearchParams,
  buffer: FeedBuffer,
  onState: (state: FeedState) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = `/datamarts/${datamart_id}/user_activities/events`;
  await followFeed({
    open: (onOpen) => followEvents(client, { path, query, signal, onOpen, silenceMs }),
    onEvent: (sent) => {
      const event = readFeedEvent(sent);
      if (event) buffer.add(event);
    },
    onState: (state) => {
      if (state.is === 'ended' && endsSession(state.failure)) interruptSession(state.failure.message);
      onState(state);
    },
    pause: pauseUntilOnline,
    signal,
  });
}

/** Waits. The network that is back ends the wait, as does the abort. */
function pauseUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
