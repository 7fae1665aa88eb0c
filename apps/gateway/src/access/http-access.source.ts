import { AccessAnswer, type AccessQuestion } from '@tributary/contracts/admin/access';
import { serviceHeader, signService } from '@tributary/http/service-header';
import type { GatewayKeys } from '@tributary/http/signed-header';
import { ownerAgent } from '../owner-agent.js';
import { AccessSource } from './access.source.js';

/** The client waits for the answer; without one it is refused. */
const timeoutMs = 1_000;

export interface HttpAccessOptions {
  /** Origin of admin. */
  origin: string;
  keys: GatewayKeys;
}

/** Asks admin over HTTP. While admin is down, the gateway refuses what it does not know. */
export class HttpAccessSource extends AccessSource {
  private readonly dispatcher = ownerAgent(timeoutMs);

  constructor(private readonly options: HttpAccessOptions) {
    super();
  }

  async ask(question: AccessQuestion): Promise<AccessAnswer | undefined> {
    const { origin, keys } = this.options;
    const request = { method: 'POST', path: '/internal/access' } as const;
    try {
      const { statusCode, body } = await this.dispatcher.request({
        origin,
        ...request,
        headers: {
          'content-type': 'application/json',
          [serviceHeader]: signService({ audience: 'admin', ...request }, keys),
        },
        body: JSON.stringify(question),
      });
      const answer: unknown = await body.json();
      return statusCode === 200 ? AccessAnswer.parse(answer) : undefined;
    } catch {
      return undefined;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dispatcher.destroy();
  }
}
