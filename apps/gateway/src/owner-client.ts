import { ApiError, ErrorBody, unavailable, type ErrorCode } from '@tributary/contracts/errors';
import { serviceHeader, signService } from '@tributary/http/service-header';
import type { GatewayKeys } from '@tributary/http/signed-header';
import type { z } from 'zod';
import { ownerAgent } from './owner-agent.js';
import type { Owner } from '@tributary/contracts/endpoints/route';

type App = Exclude<Owner, 'gateway'>;

export interface OwnerConnection<Asked extends App = App> {
  origins: Record<Asked, string>;
  keys: GatewayKeys;
}

/** Asks the apps behind the gateway on their routes of /internal. */
export class OwnerClient<Asked extends App = App> {
  private readonly dispatcher;

  /**
   * @param timeoutMs longest wait for an answer
   * @param passedOn errors of an app that are the answer to the client; others are between the services, as of a wrong signature
   */
  constructor(
    private readonly connection: OwnerConnection<Asked>,
    timeoutMs: number,
    private readonly passedOn: readonly ErrorCode[] = [],
  ) {
    this.dispatcher = ownerAgent(timeoutMs);
  }

  /** @throws SERVICE_UNAVAILABLE if the app does not answer, and the errors that are passed on */
  async ask<Answer>(app: Asked, path: string, question: object, schema: z.ZodType<Answer>): Promise<Answer> {
    const { origins, keys } = this.connection;
    const request = { method: 'POST', path } as const;
    try {
      const { statusCode, headers, body } = await this.dispatcher.request({
        origin: origins[app],
        ...request,
        headers: {
          'content-type': 'application/json',
          [serviceHeader]: signService({ audience: app, ...request }, keys),
        },
        body: JSON.stringify(question),
      });
      const answer: unknown = await body.json();
      if (statusCode === 200) return schema.parse(answer);
      const { data: refusal } = ErrorBody.safeParse(answer);
      if (!refusal || !this.passedOn.includes(refusal.error_code)) throw new Error(`${app} answered ${statusCode}`);
      const retryAfter_s = Number(headers['retry-after']);
      throw new ApiError(refusal.error_code, refusal.error, retryAfter_s > 0 ? { retryAfter_s } : {});
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      throw unavailable(`${app} does not answer`, cause);
    }
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }
}
