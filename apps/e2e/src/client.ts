import { expect } from '@jest/globals';

export type HeaderFields = Record<string, string>;

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
}

interface Envelope<T> {
  status: 'ok';
  data: T;
}

export type Resource = Record<string, unknown> & { id: string };
export type PagedList<T = Resource> = Envelope<T[]> & { count: number; total: number };

/** Calls the API as its users do: over HTTP, with a token. */
export class Client {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  /** Whatever the answer is. A text is sent as it is, anything else as JSON. */
  async call<T = unknown>(method: string, path: string, body?: unknown, headers?: HeaderFields): Promise<Answer<T>> {
    const given = new Headers({ authorization: this.token, ...headers });
    if (body !== undefined && !given.has('content-type')) given.set('content-type', 'application/json');
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${this.url}/v1${path}`, { method, headers: given, body: sent });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
  }

  get = <T = Resource>(path: string) => this.data<T>('GET', path);
  post = <T = Resource>(path: string, body?: unknown, headers?: HeaderFields) =>
    this.data<T>('POST', path, body, headers);
  put = <T = Resource>(path: string, body: unknown) => this.data<T>('PUT', path, body);
  list = async <T = Resource>(path: string) => (await this.succeed<PagedList<T>>('GET', path)).data;
  delete = async (path: string) => expect(await this.succeed('DELETE', path)).toEqual({ status: 'ok' });

  /** Expects a refusal, and tells its message. */
  async refused(status: number, error_code: string, ...[method, path, body, headers]: Call): Promise<string> {
    const answer = await this.call<{ error: string; error_id: string }>(method, path, body, headers);
    expect(answer).toMatchObject({ status, body: { status: 'error', error_code } });
    expect(answer.headers.get('x-request-id')).toBe(answer.body.error_id);
    return answer.body.error;
  }

  private async data<T>(...request: Call): Promise<T> {
    return (await this.succeed<Envelope<T>>(...request)).data;
  }

  private async succeed<T>(...[method, path, body, headers]: Call): Promise<T> {
    const answer = await this.call<T>(method, path, body, headers);
    if (answer.status !== 200)
      throw new Error(`${method} ${path} answers ${answer.status}: ${JSON.stringify(answer.body)}`);
    expect(answer.body).toMatchObject({ status: 'ok' });
    return answer.body;
  }
}

type Call = [method: string, path: string, body?: unknown, headers?: HeaderFields];
