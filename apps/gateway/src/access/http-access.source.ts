import { AccessAnswer, type AccessQuestion } from '@tributary/contracts/access';
import { serviceHeader, signService } from '@tributary/http/service-header';
import { ownerAgent } from '../owner-agent.js';
import { AccessSource } from './access.source.js';

/** Whoever waits for the answer is a client that is refused otherwise. */
const timeoutMs = 1_000;

export interface HttpAccessOptions {
  /** Where admin answers. */
  origin: string;
  internalKey: string;
}

/** Asks admin over HTTP. An admin that is down knows nothing: the caller is refused as an unknown one is. */
export class HttpAccessSource extends AccessSource {
  private readonly dispatcher = ownerAgent(timeoutMs);

  constructor(private readonly options: HttpAccessOptions) {
    super();
  }

  async ask(question: AccessQuestion): Promise<AccessAnswer | undefined> {
    const { origin, internalKey } = this.options;
    try {
      const { statusCode, body } = await this.dispatcher.request({
        ...{ origin, path: '/internal/access', method: 'POST' },
        headers: { 'content-type': 'application/json', [serviceHeader]: signService('gateway', internalKey) },
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
