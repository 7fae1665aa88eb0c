import { connectClient } from '@tributary/client/connect-client';
import { client } from '@tributary/client/generated/client.gen';
import { printRequest } from './print-request.js';
import { purposeHeaders } from '@tributary/client/people/read-person';

interface Connection {
  url: string;
  token: string;
  /** Requests are printed instead of sent. */
  isPrinted?: boolean;
}

/** Points the functions of libs/client at a platform. */
export function connect({ url, token, isPrinted = false }: Connection): void {
  connectClient(client, { baseUrl: `${url}/v1`, token: () => token });
  if (isPrinted) client.setConfig({ fetch: printRequest });
}

/** From now on all requests say why they read people. */
export function sayPurpose(purpose: string): void {
  client.setConfig({ headers: purposeHeaders(purpose) });
}
