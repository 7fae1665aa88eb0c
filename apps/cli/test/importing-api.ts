import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { StandInServer } from './stand-in-server.js';

interface Execution {
  id: string;
  status: 'SUCCEEDED' | 'FAILED' | 'CANCELED';
  is_retryable: boolean;
  lines: string[];
}

/** Takes imports as the API does: an upload with a known Idempotency-Key is the execution that exists. */
export class ImportingApi extends StandInServer {
  imports = 0;
  /** By Idempotency-Key, in the order of the uploads. */
  readonly executions = new Map<string, Execution>();
  /** The outcomes of the next uploads; later ones succeed. */
  readonly outcomes: Pick<Execution, 'status' | 'is_retryable'>[] = [];

  /** The lines of all executions that have succeeded. */
  get applied(): string[] {
    return [...this.executions.values()].flatMap(({ status, lines }) => (status === 'SUCCEEDED' ? lines : []));
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const data = await this.answer(request);
    response
      .writeHead(data ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(data ? { status: 'ok', data } : { status: 'error', error_code: 'RESOURCE_NOT_FOUND' }));
  }

  private async answer(request: IncomingMessage): Promise<object | undefined> {
    const body = await text(request);
    const [, , , , resource, , executions, id, action] = request.url?.split('/') ?? [];
    if (resource !== 'document_imports') return undefined;
    if (executions === undefined) return { id: String((this.imports += 1)) };
    if (id === undefined) return resourceOf(this.upload(String(request.headers['idempotency-key']), body));
    const execution = [...this.executions.values()].find((each) => each.id === id);
    if (execution && action !== undefined) execution.status = 'SUCCEEDED';
    return execution && resourceOf(execution);
  }

  private upload(key: string, body: string): Execution {
    const { status, is_retryable } = this.outcomes.shift() ?? { status: 'SUCCEEDED', is_retryable: false };
    const lines = body.trim().split('\n');
    const execution = this.executions.get(key) ?? {
      id: String(100 + this.executions.size),
      status,
      is_retryable,
      lines,
    };
    this.executions.set(key, execution);
    return execution;
  }
}

const resourceOf = ({ id, status, is_retryable, lines }: Execution) => ({
  id,
  status,
  is_retryable,
  cancel_status: null,
  end_date: 1,
  error: status === 'FAILED' ? { message: 'the storage was away' } : null,
  parameters: { number_of_lines: lines.length },
  result: status === 'SUCCEEDED' ? { total_success: lines.length, total_failure: 0 } : null,
});
