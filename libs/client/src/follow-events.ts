import type { Client } from './generated/client/types.gen.js';
import { endSilence } from './end-silence.js';
import { requestFailure } from './request-failure.js';
import { readServerSentEvents, type ServerSentEvent } from './server-sent-events.js';

export interface FollowedStream {
  /** With its parameters filled in, `/datamarts/1/user_activities/events`. */
  path: string;
  query?: URLSearchParams;
  signal: AbortSignal;
  /** Called once, before the first event. */
  onOpen?: () => void;
  /** A stream from which nothing comes for so long, not even a comment, counts as broken. */
  silenceMs?: number;
}

/**
 * Follows an event stream until it ends or is aborted. EventSource cannot send the Authorization header.
 *
 * @throws RequestFailure if the stream is refused, or the connection breaks
 */
export async function* followEvents(client: Client, stream: FollowedStream): AsyncGenerator<ServerSentEvent> {
  const { path, query, signal, onOpen, silenceMs } = stream;
  const { baseUrl = '', auth, fetch: send = fetch } = client.getConfig();
  const token = typeof auth === 'function' ? await auth({ name: 'Authorization', type: 'apiKey' }) : auth;
  try {
    const response = await send(`${baseUrl}${path}${query?.size ? `?${query.toString()}` : ''}`, {
      headers: { accept: 'text/event-stream', ...(token && { authorization: token }) },
      signal,
    });
    if (!response.ok || !response.body) throw requestFailure(await bodyOf(response), response);
    onOpen?.();
    yield* readServerSentEvents(silenceMs === undefined ? response.body : endSilence(response.body, silenceMs));
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof TypeError ? requestFailure(error, undefined) : error;
  }
}

const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined);
