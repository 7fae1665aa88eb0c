import { expect } from '@jest/globals';

export type HeaderFields = Record<string, string>;

export interface ApiResponse<T = unknown> {
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

/** Calls the API over HTTP: with a token, unless the headers have a signature. */
export class Client {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  /** Returns the response with any status. A string body is sent unchanged, any other body as JSON. */
  async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: HeaderFields,
  ): Promise<ApiResponse<T>> {
    const requestHeaders = new Headers(headers);
    const isSigned = requestHeaders.has('x-svc-mac');
    if (!isSigned && !requestHeaders.has('authorization')) requestHeaders.set('authorization', this.token);
    if (body !== undefined && !requestHeaders.has('content-type'))
      requestHeaders.set('content-type', 'application/json');
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${this.url}/v1${path}`, { method, headers: requestHeaders, body: sent });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
  }

  /** The same client with another token. */
  as(token: string): Client {
    return new (this.constructor as typeof Client)(this.url, token);
  }

  get = <T = Resource>(path: string) => this.data<T>('GET', path);
  post = <T = Resource>(path: string, body?: unknown, headers?: HeaderFields) =>
    this.data<T>('POST', path, body, headers);
  put = <T = Resource>(path: string, body: unknown) => this.data<T>('PUT', path, body);
  list = async <T = Resource>(path: string) => (await this.succeed<PagedList<T>>('GET', path)).data;
  delete = async (path: string) => expect(await this.succeed('DELETE', path)).toEqual({ status: 'ok' });

  /** Expects an error response. @returns its message. */
  async expectError(status: number, error_code: string, ...[method, path, body, headers]: Call): Promise<string> {
    const response = await this.call<{ error: string; error_id: string }>(method, path, body, headers);
    expect(response).toMatchObject({ status, body: { status: 'error', error_code } });
    expect(response.headers.get('x-request-id')).toBe(response.body.error_id);
    return response.body.error;
  }

  private async data<T>(...request: Call): Promise<T> {
    return (await this.succeed<Envelope<T>>(...request)).data;
  }

  private async succeed<T>(...[method, path, body, headers]: Call): Promise<T> {
    const response = await this.call<T>(method, path, body, headers);
    if (response.status !== 200)
      throw new Error(`${method} ${path} answers ${response.status}: ${JSON.stringify(response.body)}`);
    expect(response.body).toMatchObject({ status: 'ok' });
    return response.body;
  }
}

type Call = [method: string, path: string, body?: unknown, headers?: HeaderFields];
