import { ApiError, ErrorBody, unavailable, type ErrorCode } from '@tributary/contracts/errors';
import { serviceHeader, signService } from '@tributary/http/service-header';
import type { GatewayKeys } from '@tributary/http/signed-header';
import type { z } from 'zod';
import { ownerAgent } from './owner-agent.js';
import type { Owner } from './routes.js';

type App = Exclude<Owner, 'gateway'>;

export interface OwnerConnection {
  origins: Record<App, string>;
  keys: GatewayKeys;
}

/** Errors of an app that are the answer to the client. Others, as of a wrong signature, are between the services. */
const passedOn: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BAD_REQUEST_DATA',
  'CONSTRAINT_VIOLATION_EXCEPTION',
  'AUTHORIZATION_ERROR',
  'RESOURCE_NOT_FOUND',
  'SERVICE_UNAVAILABLE',
]);

/** Asks the apps behind the gateway on their routes of /internal. */
export class OwnerClient {
  private readonly dispatcher;

  /** @param timeoutMs longest wait for an answer */
  constructor(
    private readonly connection: OwnerConnection,
    timeoutMs: number,
  ) {
    this.dispatcher = ownerAgent(timeoutMs);
  }

  /** @throws SERVICE_UNAVAILABLE if the app does not answer, and the errors that it answers with */
  async ask<Answer>(app: App, path: string, question: object, schema: z.ZodType<Answer>): Promise<Answer> {
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
      throw errorOf(answer, Number(headers['retry-after'])) ?? new Error(`${app} answered ${statusCode}`);
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      throw unavailable(`${app} does not answer`, cause);
    }
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }
}

function errorOf(answer: unknown, retryAfter_s: number): ApiError | undefined {
  const { data } = ErrorBody.safeParse(answer);
  if (!data || !passedOn.has(data.error_code)) return undefined;
  return new ApiError(data.error_code, data.error, retryAfter_s > 0 ? { retryAfter_s } : {});
}
