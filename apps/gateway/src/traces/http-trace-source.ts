import { LeftOut, type LeftOutQuestion } from '@tributary/contracts/analytics/explanation';
import { TraceAnswer, WatermarkAnswer, type TraceQuestion } from '@tributary/contracts/traces/activity-trace';
import { OwnerClient, type OwnerConnection } from '../owner-client.js';
import { TraceSource } from './trace-source.js';

/** Both apps and the reports answer one after the other, before the client gives up. */
const timeoutMs = 3_000;

/** Asks the apps over HTTP. */
export class HttpTraceSource extends TraceSource {
  private readonly owners: OwnerClient;

  constructor(connection: OwnerConnection) {
    super();
    this.owners = new OwnerClient(connection, timeoutMs);
  }

  async ended(question: TraceQuestion) {
    return (await this.owners.ask('tracking-ingest', '/internal/traces/ended', question, TraceAnswer)).trace;
  }

  async waiting(question: TraceQuestion) {
    return (await this.owners.ask('activity-analysis', '/internal/traces/waiting', question, TraceAnswer)).trace;
  }

  async watermark(datamart_id: string): Promise<number | undefined> {
    const question = { datamart_id, activity_id: '' };
    const answer = this.owners.ask('analytics', '/internal/watermark', question, WatermarkAnswer);
    return answer.then(
      ({ watermark }) => watermark,
      () => undefined,
    );
  }

  leftOut(question: LeftOutQuestion): Promise<LeftOut> {
    return this.owners.ask('tracking-ingest', '/internal/left-out', question, LeftOut);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.owners.close();
  }
}
