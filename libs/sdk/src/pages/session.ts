import { randomId } from '../facilities/unique-id.js';

export const sessionMs = 30 * 60_000;

export interface Session {
  id: string;
  /** The time of its last activity, epoch milliseconds. */
  ts: number;
  origin?: Record<string, string>;
  /** Whether a SITE_VISIT of it has been queued. */
  hasVisit: boolean;
}

/**
 * The session of an activity: the current one, or a new one after 30 minutes without an activity, or if the person comes from
 * another campaign.
 */
export function continueSession(current: Session | undefined, now: number, origin?: Record<string, string>): Session {
  const isOver = !current || now - current.ts > sessionMs || now < current.ts - sessionMs;
  const isOther = origin && JSON.stringify(origin) !== JSON.stringify(current?.origin);
  if (isOver || isOther) return { id: randomId(), ts: now, hasVisit: false, ...(origin && { origin }) };
  return { ...current, ts: now };
}

/** The session that a page has stored; undefined if the text is none. */
export function parseSession(text: string | null | undefined): Session | undefined {
  try {
    const value = JSON.parse(text ?? '') as Partial<Session> | null;
    return typeof value?.id === 'string' && typeof value.ts === 'number' ? (value as Session) : undefined;
  } catch {
    return undefined;
  }
}
