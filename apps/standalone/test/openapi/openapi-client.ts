import { setTimeout as sleep } from 'node:timers/promises';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { OpenApiValidator, type Answer, type ApiDocument } from './openapi-validator.js';
import { requestsOf, targetOf, type ExampleRequest, type KnownIds } from './example-requests.js';

const maxAttempts = 10;

interface Created {
  data: { id: string };
}

/** Sends requests made from the document's examples, validates each response, and collects the faults. */
export class OpenApiClient {
  readonly known: KnownIds = {};
  readonly faults: string[] = [];
  /** Operations that returned a list with elements. */
  readonly nonEmptyLists = new Set<string>();
  /** `operationId status code` of the errors that were returned. */
  readonly refused = new Set<string>();

  private constructor(
    readonly api: OpenApiValidator,
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async of({ url, token }: { url: string; token: string }): Promise<OpenApiClient> {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDocument;
    return new OpenApiClient(new OpenApiValidator(document), url, token);
  }

  /** The first example of the operation. */
  request(operationId: string): ExampleRequest {
    const [request] = requestsOf(this.api.operation(operationId), this.known);
    if (!request) throw new Error(`${operationId} has no example`);
    return request;
  }

  async send(request: ExampleRequest): Promise<Answer> {
    const { operation, headers, body } = request;
    const response = await fetch(`${this.url}${targetOf(request)}`, {
      method: operation.method.toUpperCase(),
      headers: { authorization: this.token, ...headers },
      body,
    });
    const answer = { status: response.status, headers: response.headers, text: await textOf(operation, response) };
    this.faults.push(...this.api.faults(operation, answer));
    if (answer.status >= 400) {
      const { error_code } = JSON.parse(answer.text) as { error_code: string };
      this.refused.add(`${operation.operationId} ${answer.status} ${error_code}`);
    }
    return answer;
  }

  /** Sends again after a 503, as clients should: a busy test machine may be slow. */
  async sendWithRetry(request: ExampleRequest): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.send(request);
      if (answer.status !== 503 || attempt === maxAttempts) return answer;
      await sleep(Number(answer.headers.get('retry-after')) * 1_000);
    }
  }

  /** Sends a request that must succeed. @param created the parameter under which the id of the created resource is kept */
  async succeed(request: ExampleRequest, created?: string): Promise<Answer> {
    const answer = await this.sendWithRetry(request);
    if (answer.status !== 200)
      throw new Error(`${request.operation.operationId} answers ${answer.status}: ${answer.text}`);
    if (/"data":\[\{/.test(answer.text)) this.nonEmptyLists.add(request.operation.operationId);
    if (created !== undefined) this.known[created] = (JSON.parse(answer.text) as Created).data.id;
    return answer;
  }

  /** Sends every example of the operation, one after the other. */
  async succeedAll(operationId: string, created?: string): Promise<void> {
    for (const request of requestsOf(this.api.operation(operationId), this.known)) await this.succeed(request, created);
  }

  /** The first example with changed fields in its body. */
  with(operationId: string, fields: object, changes: Partial<ExampleRequest> = {}): ExampleRequest {
    const request = this.request(operationId);
    const body = JSON.parse(typeof request.body === 'string' ? request.body : '{}') as object;
    return { ...request, body: JSON.stringify({ ...body, ...fields }), ...changes };
  }
}

/** The text of an answer; of the live feed, which does not end by itself, the first events. */
async function textOf({ operationId }: { operationId: string }, response: Response): Promise<string> {
  if (operationId !== 'followUserActivities' || response.status !== 200) return response.text();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

/** The same request with a signature instead of the token. */
export function signed(request: ExampleRequest, key: { key_id: string; secret_key: string }): ExampleRequest {
  const body = typeof request.body === 'string' ? request.body : undefined;
  const headers = signatureHeaders(key, targetOf(request), body);
  return { ...request, headers: { ...request.headers, authorization: '', ...headers } };
}

/** The same request with the credential of a plugin's worker. */
export function ofWorker(
  request: ExampleRequest,
  worker: { worker_id: string; authentication_token: string },
): ExampleRequest {
  const pair = Buffer.from(`${worker.worker_id}:${worker.authentication_token}`).toString('base64');
  return { ...request, headers: { ...request.headers, authorization: `Basic ${pair}` } };
}
