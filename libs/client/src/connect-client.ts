import type { Client } from './generated/client/types.gen.js';
import { RequestFailure, requestFailure } from './request-failure.js';

export { RequestFailure };

export interface Connection {
  /** The address of the API, `https://cdp.example.com/v1`. */
  baseUrl: string;
  /** Read for every request, which waits for it. */
  token: () => string | undefined | Promise<string>;
}

/** Points a generated client at a platform. Its functions then reject with a `RequestFailure`. */
export function connectClient(client: Client, { baseUrl, token }: Connection): void {
  client.setConfig({ baseUrl, auth: ({ name }) => (name === 'Authorization' ? token() : undefined) });
  client.interceptors.error.use((error, response) => {
    const isAborted = error instanceof DOMException && error.name === 'AbortError';
    return isAborted || error instanceof RequestFailure ? error : requestFailure(error, response);
  });
}
