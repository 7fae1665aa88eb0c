import { describe, expect, it } from '@jest/globals';
import { sessionIdleMs, sessionStepMs, type SessionRequest } from '@tributary/contracts/admin/session';
import { SessionSource } from './session-source.js';
import { SessionUses } from './session-uses.js';

class Calls extends SessionSource {
  readonly asked: SessionRequest[] = [];

  answer(request: SessionRequest) {
    this.asked.push(request);
    return Promise.reject(new Error('admin is down'));
  }
}

const far = Date.now() + 10 * sessionIdleMs;
const session = (secret_sha256: string, leftMs: number, latest_expiration_date = far) => ({
  secret_sha256,
  expiration_date: Date.now() + leftMs,
  latest_expiration_date,
});

describe('a use of a session', () => {
  it('prolongs it once in a while, although admin is down', () => {
    const calls = new Calls();
    const uses = new SessionUses(calls);
    const used = session('a', sessionIdleMs - 2 * sessionStepMs);
    for (let times = 0; times < 3; times++) uses.see(used);
    expect(calls.asked).toEqual([{ action: 'PROLONG', session_sha256: 'a' }]);
  });

  it('changes nothing a moment after the last one, or at the latest end', () => {
    const calls = new Calls();
    const uses = new SessionUses(calls);
    uses.see(session('a', sessionIdleMs - sessionStepMs / 2));
    const end = Date.now() + sessionStepMs;
    uses.see(session('b', sessionStepMs, end));
    expect(calls.asked).toEqual([]);
  });
});
