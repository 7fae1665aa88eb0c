import { Injectable } from '@nestjs/common';
import { sessionIdleMs, sessionStepMs } from '@tributary/contracts/admin/session';
import { LRUCache } from 'lru-cache';
import { SessionSource } from './session-source.js';

/** How long a gateway waits for the effect of its last call before it calls for the same session again. */
const pauseMs = 30_000;
const maxRemembered = 10_000;

interface UsedSession {
  secret_sha256: string;
  expiration_date: number;
  latest_expiration_date: number;
}

/** Prolongs the sessions that are in use. No request waits for it. */
@Injectable()
export class SessionUses {
  private readonly called = new LRUCache<string, true>({ max: maxRemembered, ttl: pauseMs });

  constructor(private readonly sessions: SessionSource) {}

  see({ secret_sha256, expiration_date, latest_expiration_date }: UsedSession): void {
    const wanted = Math.min(Date.now() + sessionIdleMs, latest_expiration_date);
    if (wanted - expiration_date < sessionStepMs || this.called.has(secret_sha256)) return;
    this.called.set(secret_sha256, true);
    // While admin does not answer, the session keeps the end that it has; a later use tries again.
    void this.sessions.answer({ action: 'PROLONG', session_sha256: secret_sha256 }).catch(() => {});
  }
}
