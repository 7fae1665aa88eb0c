import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DescribedApi, type Answer, type ApiDocument } from './described-api.js';
import { requestsOf, targetOf, type DescribedRequest, type Known } from './described-requests.js';

const maxAttempts = 10;

interface Identified {
  data: { id: string };
}

/** Sends what the document describes, holds each answer against it, and remembers what was and was not as it says. */
export class DescribedClient {
  readonly known: Known = {};
  readonly faults: string[] = [];
  /** Lists that had elements. */
  readonly filled = new Set<string>();
  /** `operationId status code` of the errors that were met. */
  readonly refused = new Set<string>();

  private constructor(
    readonly api: DescribedApi,
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async of({ url, token }: { url: string; token: string }): Promise<DescribedClient> {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDocument;
    return new DescribedClient(new DescribedApi(document), url, token);
  }

  /** The first example of the operation as it is, to be changed. */
  request(operationId: string): DescribedRequest {
    const [request] = requestsOf(this.api.operation(operationId), this.known);
    if (!request) throw new Error(`${operationId} has no example`);
    return request;
  }

  async send(request: DescribedRequest): Promise<Answer> {
    const { operation, headers, body } = request;
    const response = await fetch(`${this.url}${targetOf(request)}`, {
      method: operation.method.toUpperCase(),
      headers: { authorization: this.token, ...headers },
      body,
    });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    this.faults.push(...this.api.faults(operation, answer));
    if (answer.status >= 400) {
      const { error_code } = JSON.parse(answer.text) as { error_code: string };
      this.refused.add(`${operation.operationId} ${answer.status} ${error_code}`);
    }
    return answer;
  }

  /** As clients should: what is answered 503 is sent again, for a busy machine takes its time. */
  async sendPatiently(request: DescribedRequest): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.send(request);
      if (answer.status !== 503 || attempt === maxAttempts) return answer;
      await sleep(Number(answer.headers.get('retry-after')) * 1_000);
    }
  }

  /** Sends a request that must succeed; what it makes is known by the name from then on. */
  async succeed(request: DescribedRequest, made?: string): Promise<Answer> {
    const answer = await this.sendPatiently(request);
    if (answer.status !== 200)
      throw new Error(`${request.operation.operationId} answers ${answer.status}: ${answer.text}`);
    if (/"data":\[\{/.test(answer.text)) this.filled.add(request.operation.operationId);
    if (made !== undefined) this.known[made] = (JSON.parse(answer.text) as Identified).data.id;
    return answer;
  }

  /** Every example of the operation, one after the other. */
  async succeedAll(operationId: string, made?: string): Promise<void> {
    for (const request of requestsOf(this.api.operation(operationId), this.known)) await this.succeed(request, made);
  }

  /** The first example with other fields in its body. */
  with(operationId: string, fields: object, changes: Partial<DescribedRequest> = {}): DescribedRequest {
    const request = this.request(operationId);
    const body = JSON.parse(typeof request.body === 'string' ? request.body : '{}') as object;
    return { ...request, body: JSON.stringify({ ...body, ...fields }), ...changes };
  }
}

/** The same request, signed in place of the token. */
export function signed(request: DescribedRequest, key: { key_id: string; secret_key: string }): DescribedRequest {
  const ts = String(Date.now());
  const body = typeof request.body === 'string' ? [request.body] : [];
  const mac = createHmac('sha256', key.secret_key).update([targetOf(request), key.key_id, ts, ...body].join('\n'));
  const headers = { 'x-svc-mac': mac.digest('base64'), 'x-svc-key-id': key.key_id, 'x-svc-ts': ts };
  return { ...request, headers: { ...request.headers, authorization: '', ...headers } };
}
