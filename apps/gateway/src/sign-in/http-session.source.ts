import { SessionAnswer, type SessionRequest } from '@tributary/contracts/admin/session';
import { unavailable } from '@tributary/contracts/errors';
import { serviceHeader, signService } from '@tributary/http/service-header';
import type { GatewayKeys } from '@tributary/http/signed-header';
import { ownerAgent } from '../owner-agent.js';
import { SessionSource } from './session-source.js';

/** Longer than admin waits until a change is in effect. */
const timeoutMs = 5_000;

/** Calls admin over HTTP. */
export class HttpSessionSource extends SessionSource {
  private readonly dispatcher = ownerAgent(timeoutMs);

  /** @param options the origin of admin, and the keys that sign the call */
  constructor(private readonly options: { origin: string; keys: GatewayKeys }) {
    super();
  }

  async answer(asked: SessionRequest): Promise<SessionAnswer> {
    const { origin, keys } = this.options;
    const request = { method: 'POST', path: '/internal/sessions' } as const;
    try {
      const { statusCode, body } = await this.dispatcher.request({
        origin,
        ...request,
        headers: {
          'content-type': 'application/json',
          [serviceHeader]: signService({ audience: 'admin', ...request }, keys),
        },
        body: JSON.stringify(asked),
      });
      const answer: unknown = await body.json();
      if (statusCode === 200) return SessionAnswer.parse(answer);
    } catch (cause) {
      throw unavailable('the service that keeps sessions does not answer', cause);
    }
    throw unavailable('the service that keeps sessions cannot do this now');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dispatcher.destroy();
  }
}
