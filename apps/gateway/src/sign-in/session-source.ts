import type { SessionAnswer, SessionRequest } from '@tributary/contracts/admin/session';
import { unavailable } from '@tributary/contracts/errors';

/** Admin, which keeps sessions. */
export abstract class SessionSource {
  /** @throws SERVICE_UNAVAILABLE if admin does not answer, or a change is not in effect yet */
  abstract answer(request: SessionRequest): Promise<SessionAnswer>;
}

/** For a gateway without sign-in. */
export class NoSessionSource extends SessionSource {
  answer(): Promise<SessionAnswer> {
    return Promise.reject(unavailable('sign-in is not configured'));
  }
}
