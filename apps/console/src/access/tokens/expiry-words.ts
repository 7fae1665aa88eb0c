import { formatAge } from '../../time/format-instant.js';

const soonMs = 30 * 24 * 3_600_000;

interface Expiry {
  state: 'expired' | 'soon' | 'later';
  words: string;
}

/** How near an expiration is: from 30 days before it on, a replacement is due. */
export function expiryOf(expiresAt: number, now: number): Expiry {
  const leftMs = expiresAt - now;
  if (leftMs <= 0) return { state: 'expired', words: `Expired ${formatAge(-leftMs)} ago` };
  return { state: leftMs < soonMs ? 'soon' : 'later', words: `Expires in ${formatAge(leftMs)}` };
}
