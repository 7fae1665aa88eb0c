import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

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

/** How long the latest requests of any client took. */
export const latestMs: number[] = [];

/** A request is given up after this number of 503 responses. */
const maxRetries = 60;

/**
 * Calls the API over HTTP: with a token, unless the headers have a signature. A request that is answered 503 is sent again
 * after the time in `Retry-After`, as the API asks: the broker of a busy machine may be late. Only `call` returns a 503.
 */
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
    const begun = performance.now();
    const response = await fetch(`${this.url}/v1${path}`, { method, headers: requestHeaders, body: sent });
    const text = await response.text();
    latestMs.push(performance.now() - begun);
    latestMs.splice(0, latestMs.length - 20);
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
    const call = () => this.call<{ error: string; error_id: string }>(method, path, body, headers);
    const response = status === 503 ? await call() : await this.withRetries(call);
    expect(response).toMatchObject({ status, body: { status: 'error', error_code } });
    expect(response.headers.get('x-request-id')).toBe(response.body.error_id);
    return response.body.error;
  }

  /** Repeats the request until the response is not a 503. */
  async withRetries<A extends Pick<ApiResponse, 'status' | 'headers'>>(request: () => Promise<A>): Promise<A> {
    for (let retries = 0; ; retries++) {
      const response = await request();
      const retryAfter = response.headers.get('retry-after');
      if (response.status !== 503 || retryAfter === null || retries === maxRetries) return response;
      await sleep(Number(retryAfter) * 1_000);
    }
  }

  private async data<T>(...request: Call): Promise<T> {
    return (await this.succeed<Envelope<T>>(...request)).data;
  }

  private async succeed<T>(...[method, path, body, headers]: Call): Promise<T> {
    // An activity that is answered 503 may have been stored: the key lets it be stored once.
    const sent = method === 'POST' ? { 'idempotency-key': randomUUID(), ...headers } : headers;
    const response = await this.withRetries(() => this.call<T>(method, path, body, sent));
    if (response.status !== 200)
      throw new Error(`${method} ${path} answers ${response.status}: ${JSON.stringify(response.body)}`);
    expect(response.body).toMatchObject({ status: 'ok' });
    return response.body;
  }
}

type Call = [method: string, path: string, body?: unknown, headers?: HeaderFields];
