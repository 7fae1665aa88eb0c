import { LeftOut, type LeftOutQuestion } from '@tributary/contracts/analytics/explanation';
import { unavailable } from '@tributary/contracts/errors';
import { TraceAnswer, WatermarkAnswer, type TraceQuestion } from '@tributary/contracts/traces/activity-trace';
import { serviceHeader, signService } from '@tributary/http/service-header';
import type { GatewayKeys } from '@tributary/http/signed-header';
import type { z } from 'zod';
import { ownerAgent } from '../owner-agent.js';
import type { Owner } from '../routes.js';
import { TraceSource } from './trace-source.js';

/** Both apps and the reports answer one after the other, before the client gives up. */
const timeoutMs = 3_000;

export interface HttpTraceOptions {
  origins: Record<Exclude<Owner, 'gateway'>, string>;
  keys: GatewayKeys;
}

/** Asks the apps over HTTP. */
export class HttpTraceSource extends TraceSource {
  private readonly dispatcher = ownerAgent(timeoutMs);

  constructor(private readonly options: HttpTraceOptions) {
    super();
  }

  async ended(question: TraceQuestion) {
    return (await this.ask('tracking-ingest', '/internal/traces/ended', question, TraceAnswer)).trace;
  }

  async waiting(question: TraceQuestion) {
    return (await this.ask('activity-analysis', '/internal/traces/waiting', question, TraceAnswer)).trace;
  }

  async watermark(datamart_id: string): Promise<number | undefined> {
    const question = { datamart_id, activity_id: '' };
    const answer = this.ask('analytics', '/internal/watermark', question, WatermarkAnswer);
    return answer.then(
      ({ watermark }) => watermark,
      () => undefined,
    );
  }

  leftOut(question: LeftOutQuestion): Promise<LeftOut> {
    return this.ask('tracking-ingest', '/internal/left-out', question, LeftOut);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dispatcher.destroy();
  }

  private async ask<Answer>(
    app: Exclude<Owner, 'gateway'>,
    path: string,
    question: object,
    schema: z.ZodType<Answer>,
  ): Promise<Answer> {
    const { origins, keys } = this.options;
    const request = { method: 'POST', path } as const;
    try {
      const { statusCode, body } = await this.dispatcher.request({
        origin: origins[app],
        ...request,
        headers: {
          'content-type': 'application/json',
          [serviceHeader]: signService({ audience: app, ...request }, keys),
        },
        body: JSON.stringify(question),
      });
      const answer: unknown = await body.json();
      if (statusCode !== 200) throw new Error(`${app} answered ${statusCode}`);
      return schema.parse(answer);
    } catch (cause) {
      throw unavailable(`${app} does not answer`, cause);
    }
  }
}
